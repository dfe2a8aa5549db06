{# The relation with some columns replaced: {quoted column: expression}. The order of the columns does not change. #}
{% macro _set_columns(relation, expressions) %}
  {% set sql -%}
(
  {%- if expressions %}
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    |> set
      {%- for column, expression in expressions.items() %}
        {{ column }} = {{ tablestore._indent(expression, 8) }}{{ ',' if not loop.last }}
      {%- endfor %}
  {%- else %}
    select * from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
