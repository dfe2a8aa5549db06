{# A materialized view goes with the table of its rows, and with the side tables of that. #}
{% macro tablestore__drop_relation(relation) %}
  {% if relation.type != 'materialized_view' %}
    {{ return(spark__drop_relation(relation)) }}
  {% endif %}
  {% do run_query('drop view if exists ' ~ relation) %}
  {% set table = load_relation(tablestore.rows_of_view(relation)) %}
  {# a table of this name that no refresh has written is somebody else's #}
  {% if table and 'tablestore.' in tablestore.table_properties(table).keys() | join(' ') %}
    {% set last = tablestore.last_commit(table, table) %}
    {% for suffix in ['__changelog', '__refreshes'] %}
      {% do run_query('drop view if exists ' ~ tablestore.side_table(relation, suffix, last.side_schema)) %}
    {% endfor %}
    {% set suffixes = ['__changelog', '__commits'] %}
    {% for number in adapter.refreshes().group_tables %}
      {% do suffixes.append('__groups_' ~ number) %}
    {% endfor %}
    {% for suffix in suffixes %}
      {% do drop_relation_if_exists(load_relation(tablestore.side_table(table, suffix, last.side_schema))) %}
    {% endfor %}
    {% do adapter.drop_relation(table) %}
  {% endif %}
{% endmacro %}
