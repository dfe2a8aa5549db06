{# The side tables that a rebuild leaves in the schema that it moves them from: suffix -> table. #}
{% macro _former_tables(relation, place) %}
  {% set tables = {} %}
  {% for suffix, columns in tablestore._side_table_columns().items() if 'moved_from' in place %}
    {% set table = tablestore._side_table(relation, suffix, place.moved_from) %}
    {% if load_relation(table) and not tablestore._nodes_of(table) and tablestore._is_side_table(table, columns) %}
      {% do tables.update({suffix: table | string}) %}
    {% endif %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
