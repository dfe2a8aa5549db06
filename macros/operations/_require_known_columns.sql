{# Refuses a Python model that has never run: only its table has its columns. #}
{% macro _require_known_columns(operation, node, relation) %}
  {% if not load_relation(relation) %}
    {% do tablestore._fail(operation, ["the columns of Python model '" ~ node.name ~ "' are not known before its first run: dbt run --select " ~ node.name]) %}
  {% endif %}
{% endmacro %}
