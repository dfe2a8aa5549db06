{# The relation with some columns replaced in place: {quoted column: expression}. All columns keep their order. #}
{% macro _set_columns(relation, expressions) %}
  {% set sql -%}
(
  {%- if expressions %}
    from {{ tablestore._table(relation) | indent(4) }}
    |> set
      {%- for column, expression in expressions.items() %}
        {{ column }} = {{ expression | indent(8) }}{{ ',' if not loop.last }}
      {%- endfor %}
  {%- else %}
    select * from {{ tablestore._table(relation) | indent(4) }}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
