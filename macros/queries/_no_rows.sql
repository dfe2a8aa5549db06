{# The columns of the table, without rows. #}
{% macro _no_rows(plan) %}
  {%- set columns = [] -%}
  {%- for column in tablestore._stored_columns(plan) + plan.kept_columns -%}
    {%- do columns.append('cast(null as ' ~ column.type ~ ') as ' ~ column.quoted) -%}
  {%- endfor -%}
  {%- do columns.append('cast(null as boolean) as _is_stored') if plan.keeps_null_keys -%}
  select
    {{ columns | join(',\n    ') }}
  where false
{%- endmacro %}
