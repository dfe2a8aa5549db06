{#
  The TTLs that the compiled plan of a model sets for the states of an operator, in milliseconds: {'leftState':
  86400000}. They take precedence over a hint and over the model's `state_ttl`, which apply to states that the file does
  not name.

    operator  {type, inputs, arguments, states}
    node      the model's node; none means the model that is being compiled
#}
{% macro _planned_ttls(operator, node=none) %}
  {% set node = model if node is none and model is defined else node %}
  {% if not execute or not node or not node.config.compiled_plan %}
    {{ return({}) }}
  {% endif %}
  {% set type = tablestore._adapter_type() %}
  {% if type != 'tablestore' %}
    {% do tablestore.fail("model '" ~ node.name ~ "'", ["'compiled_plan' needs the adapter dbt-tablestore, which reads"
        ~ " plans, and the profile's type is " ~ type ~ ': remove it, or write type: tablestore']) %}
  {% endif %}
  {{ return(tablestore._adapter_plans().ttls(node, operator)) }}
{% endmacro %}
