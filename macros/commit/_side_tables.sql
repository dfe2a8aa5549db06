{# The side tables that stay, of a table with this changelog producer, see `_side_table_columns`. #}
{% macro _side_tables(producer) %}
  {% set tables = tablestore._side_table_columns() %}
  {% for suffix, is_unused in {'__changelog': producer == 'none', '__uncompacted': producer != 'full-compaction'}.items() if is_unused %}
    {% do tables.pop(suffix) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
