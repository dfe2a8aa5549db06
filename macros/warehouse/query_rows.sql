{# The rows of a query as mappings from column to value. #}
{% macro query_rows(sql) %}
  {% set rows = [] %}
  {% for row in run_query(sql) %}
    {% do rows.append(row.dict()) %}
  {% endfor %}
  {{ return(rows) }}
{% endmacro %}
