{#
  What a commit will do, one row per key of the batch: the row as it will be, and `_change`, which says what becomes
  of it. The values are absolute, so applying them twice equals once.

    folded   the folded batch: a table, or a query in parentheses
    rebuild  true when there is no table, or when it is replaced: then there is no old row
#}
{% macro commit_query(plan, folded, rebuild=false) %}
{% set engine = tablestore._engine(plan) %}
{% set match = tablestore._key_match(plan, 'old', 'new') %}
{% set values = plan.value_columns | map(attribute='quoted') | list %}
with new as (
  select * from {{ folded }}
),
old as (
  {{ tablestore._no_rows(plan) if rebuild else tablestore._old_rows(plan, folded) }}
),
merged as (
  select
  {%- for column in plan.key_columns %}
    new.{{ column.quoted }},
  {%- endfor %}
  {%- for column in plan.value_columns %}
    {{ engine.combine[column.name] }} as {{ column.quoted }},
  {%- endfor %}
  {%- for column in plan.kept_columns %}
    old.{{ column.quoted }},
  {%- endfor %}
    old.{{ plan.key_columns[0].quoted }} is not null as _exists,
  {%- if plan.expiry %}
    _expired,
  {%- endif %}
  {%- if tablestore._keeps_before(plan) %}
    {{ tablestore._row_before(plan) }} as _before,
  {%- endif %}
    {{ tablestore._comparable_row(plan.value_columns, 'old') }} as _old,
    {{ engine.late }} as _late,
    {{ tablestore._removed(plan, engine) }} as _removed,
    {{ tablestore._refusal(plan, engine) }} as _refused,
    new._rows
  {{ tablestore._paired_rows(plan, match) }}
)
{{- ',\n' ~ tablestore._fitted_cte(plan, engine.checked) | trim if engine.checked }}
{{ tablestore._change_query(plan, engine, 'fitted' if engine.checked else 'merged') | trim }}
{%- endmacro %}

{# Whether the row goes. Taking back what has expired does nothing, as in Flink, however many rows do it. #}
{% macro _removed(plan, engine) %}
  {{ return('(' ~ engine.removed ~ ') or _expired and new._retracts_only' if plan.expiry and plan.kind_column else engine.removed) }}
{% endmacro %}

{# What becomes of each merged row. #}
{% macro _change_query(plan, engine, merged) %}
select
  {{ (plan.columns + plan.kept_columns) | map(attribute='quoted') | join(', ') }},
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when _removed and _exists then 'delete'
    when _removed then 'unchanged'
    when not _exists then 'insert'
    when _old <=> {{ tablestore._comparable_row(plan.value_columns) }} then 'unchanged'
    else 'update'
  end as _change,
{%- if plan.expiry %}
  {{ tablestore._write_columns(plan) | trim }}
{%- endif %}
{%- if tablestore._keeps_before(plan) %}
  _before,
  {{ tablestore._is_logged(plan, engine) }} as _logged,
{%- endif %}
  _refused,
  _rows
from {{ merged }}
{%- endmacro %}
