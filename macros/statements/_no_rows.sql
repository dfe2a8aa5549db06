{# The table's columns without a row. #}
{% macro _no_rows(plan) %}
  {%- set columns = [] -%}
  {%- for column in tablestore._stored_columns(plan) + plan.kept_columns -%}
    {%- do columns.append(tablestore._cast_as('null', column)) -%}
  {%- endfor -%}
  select {{ columns | join(', ') }} where false
{%- endmacro %}
