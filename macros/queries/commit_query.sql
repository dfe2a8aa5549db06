{#
  What a commit will do, with one row per key of the batch: the row as it will be, and `_change`, which says what happens to
  the stored row. The values are absolute, so applying them twice is the same as applying them once.

    folded   the folded batch: a table, or a query in parentheses
    rebuild  true if the table is created or replaced: then there are no stored rows
    engine   the merge engine of the plan, see `_engine`; by default it is computed here
#}
{% macro commit_query(plan, folded, rebuild=false, engine=none) %}
{% set engine = engine or tablestore._engine(plan) %}
{% set removed = tablestore._removed(plan, engine) %}
with new as {{ folded if folded.startswith('(') else '(\n  select * from ' ~ folded ~ '\n)' }},
old as (
  {{ tablestore._no_rows(plan) if rebuild else tablestore._old_rows(plan) }}
),
merged as (
  select
  {%- for name, condition in engine.conditions.items() %}
    {{ condition }} as {{ name }},
  {%- endfor %}
  {%- for column in plan.key_columns %}
    new.{{ column.quoted }},
  {%- endfor %}
  {%- for column in plan.value_columns %}
    {{ engine.combine[column.name] | indent(4) }}{{ ' as ' ~ column.quoted if engine.combine[column.name] != 'new.' ~ column.quoted }},
  {%- endfor %}
  {%- for column in plan.kept_columns %}
    old.{{ column.quoted }},
  {%- endfor %}
    {{ tablestore._has_old_row(plan) }} as _exists,
  {%- if plan.expiry %}
    _expired,
  {%- endif %}
  {%- if tablestore._keeps_before(plan) %}
    {{ tablestore._row_before(plan) | indent(4) }} as _before,
  {%- endif %}
    {{ tablestore._comparable_row(plan.value_columns, 'old') | indent(4) }} as _old_values,
  {%- for name, condition in {'_late': engine.late, '_ignored': engine.ignored, '_removed': removed}.items() if condition %}
    {{ condition }} as {{ name }},
  {%- endfor %}
    {{ tablestore._refusal(plan, engine) | indent(4) }} as _refused,
    new._rows
  {{ tablestore._paired_rows(plan) }}
)
{{- ',\n' ~ tablestore._fitted_cte(plan, engine.overflows) | trim if engine.overflows }}
{{ tablestore._change_query(plan, engine, removed) | trim }}
{%- endmacro %}
