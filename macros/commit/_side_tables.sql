{# The side tables of a keyed model that stay, see `_side_table_columns`. #}
{% macro _side_tables(node) %}
  {% set producer, tables = tablestore._read_options(node).options.changelog_producer, tablestore._side_table_columns() %}
  {% for suffix, is_unused in {'__changelog': producer == 'none', '__uncompacted': producer != 'full-compaction'}.items() if is_unused %}
    {% do tables.pop(suffix) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
