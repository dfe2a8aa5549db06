{# A materialized view goes with the table of its rows. #}
{% macro tablestore__drop_relation(relation) %}
  {% if relation.type != 'materialized_view' %}
    {{ return(spark__drop_relation(relation)) }}
  {% endif %}
  {% do run_query('drop view if exists ' ~ relation) %}
  {% do tablestore_drop_rows(relation) %}
{% endmacro %}

{# Drops the table with the rows of a materialized view, if there is one, and the side tables of that. #}
{% macro tablestore_drop_rows(relation) %}
  {% set table = load_relation(tablestore.rows_of_view(relation)) %}
  {% if table and tablestore.is_rows_of_view(table) %}
    {% set last = tablestore.last_commit(table, table) %}
    {% for view in tablestore_views_of_changes(relation, last.side_schema).values() %}
      {% set found = load_relation(view) %}
      {% do adapter.drop_relation(found) if found and found.is_view %}
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
