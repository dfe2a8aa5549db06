{# The side tables of a table that exist in some run of it: the end of their names -> the relation. See `side_table`. #}
{% macro _side_tables_at(relation, schema) %}
  {% set tables = {} %}
  {% for suffix in ['__commits', '__changelog', '__uncompacted', '__input'] %}
    {% do tables.update({suffix: tablestore.side_table(relation, suffix, schema)}) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
