{# The rows of a query, a text or a statement as in `_run`, as mappings from column to value. #}
{% macro query_rows(sql) %}
  {% if sql is mapping and adapter.session is defined %}
    {{ return(adapter.session().rows(sql)) }}
  {% endif %}
  {% set rows = [] %}
  {% for row in run_query(sql.sql if sql is mapping else sql) %}
    {% do rows.append(row.dict()) %}
  {% endfor %}
  {{ return(rows) }}
{% endmacro %}
