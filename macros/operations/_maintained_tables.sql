{# The names of a keyed table and of the tables beside it that live longer than a commit. #}
{% macro _maintained_tables(relation, last) %}
  {% set tables = [relation | string] %}
  {% for suffix in tablestore._side_table_columns() if tablestore._side_table_exists(relation, suffix, last.side_schema) %}
    {% do tables.append(tablestore._side_table_name(relation, suffix, last.side_schema)) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
