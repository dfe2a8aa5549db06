{# The values of a row as one value to compare: null equals null, NaN equals NaN, and 0.0 equals -0.0. #}
{% macro _comparable_row(columns, alias=none) %}
  {% set parts = [] %}
  {% for column in columns %}
    {% do parts.append(tablestore._comparable_column(column, alias ~ '.' if alias else '')) %}
  {% endfor %}
  {{ return(tablestore._function_call('struct', parts)) }}
{% endmacro %}
