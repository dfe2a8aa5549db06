{# Creates the schema of the side tables, unless there is one: a table of commits is in it. #}
{% macro _created_side_schema(relation, side_schema) %}
  {% if not load_relation(tablestore.side_table(relation, '__commits', side_schema)) %}
    {% do tablestore._adapter_create_schema(tablestore.side_table(relation, '__commits', side_schema)) %}
  {% endif %}
{% endmacro %}
