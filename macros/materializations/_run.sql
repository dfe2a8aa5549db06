{# Runs statements one after the other. #}
{% macro _run(statements) %}
  {% for sql in statements %}
    {% call statement() %}{{ sql }}{% endcall %}
  {% endfor %}
{% endmacro %}

{# The rows of a query as mappings. #}
{% macro _rows(sql) %}
  {% set rows = [] %}
  {% for row in run_query(sql) %}
    {% do rows.append(row.dict()) %}
  {% endfor %}
  {{ return(rows) }}
{% endmacro %}
