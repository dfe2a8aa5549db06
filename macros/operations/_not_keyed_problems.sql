{# Why there is no merge of a model that is not keyed; nothing for one that is. #}
{% macro _not_keyed_problems(node) %}
  {% if tablestore.is_keyed(node) %}
    {{ return([]) }}
  {% endif %}
  {% set name = tablestore._unambiguous_name(node) %}
  {% set is_view = tablestore._config_of(node).materialized == 'materialized_view' %}
  {% set command = "dbt run-operation explain_refresh --args '{select: " ~ name ~ "}'" %}
  {{ return(["model '" ~ name ~ "' is not a keyed model; only models with a primary_key merge rows"
      ~ ('. Of a materialized view, see its operators: ' ~ command if is_view else '')]) }}
{% endmacro %}
