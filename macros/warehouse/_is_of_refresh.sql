{# Whether a refresh of a materialized view has written a table, which the record of each commit says. #}
{% macro _is_of_refresh(table) %}
  {% set properties = tablestore.table_properties(table) %}
  {{ return('tablestore.view' in properties or '"tablestore.view": ' in properties.values() | join(' ')) }}
{% endmacro %}
