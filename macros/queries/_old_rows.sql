{# The stored rows with the keys of the batch. #}
{% macro _old_rows(plan) %}
  {%- set columns = [] -%}
  {%- for column in tablestore._stored_columns(plan) + plan.kept_columns -%}
    {%- do columns.append('old.' ~ column.quoted) -%}
  {%- endfor -%}
  {%- do columns.append('true as _is_stored') if plan.keeps_null_keys -%}
  select {{ tablestore._wrapped(columns, 4) }}
  from {{ tablestore._branch_of(plan, plan.table) if plan.branch else plan.table }} as old
  join new on {{ tablestore._key_match(plan, 'old', 'new') }}{{ tablestore._in_key_ranges(plan, 'old', indent=4) }}
{%- endmacro %}
