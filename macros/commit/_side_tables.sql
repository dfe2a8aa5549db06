{# The side tables of a keyed model, see `_side_table_columns`. #}
{% macro _side_tables(node) %}
  {% set producer, tables = tablestore._read_options(node).options.changelog_producer, tablestore._side_table_columns() %}
  {% set unused = {
    '__changelog': producer == 'none',
    '__uncompacted': producer != 'full-compaction',
    '__input': producer != 'input',
    '__batch': node.language != 'python',
  } %}
  {% for suffix, is_unused in unused.items() if is_unused %}
    {% do tables.pop(suffix) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
