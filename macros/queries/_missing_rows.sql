{#
  The stored rows whose keys the folded batch does not have, in the form of a folded batch: UNION ALL adds them to a
  SELECT that is the whole table.

    stored  what has the stored rows
#}
{% macro _missing_rows(plan, stored) %}
  {%- set columns = [] -%}
  {%- for column in plan.key_columns -%}
    {%- do columns.append('old.' ~ column.quoted) -%}
  {%- endfor -%}
  {%- for column in plan.value_columns -%}
    {%- do columns.append('cast(null as ' ~ column.type ~ ')') -%}
  {%- endfor %}
  union all
  select {{ tablestore._wrapped(columns + ['true', '0'], 4) }}
  from {{ stored }} as old
  left anti join {{ plan.folded_rows }} as new on {{ tablestore._key_match(plan) }}
{%- endmacro %}
