{# The relation with some columns replaced in place: {quoted column: expression}. All columns keep their order. #}
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
