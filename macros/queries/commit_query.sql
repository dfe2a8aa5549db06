{#
  What a commit will do, with one row per key of the batch: the row as it will be, and `_change`, which says what
  happens to the stored row. The values are absolute, so applying them twice is the same as applying them once.

    folded   the query of the folded batch, indented by two blanks
    rebuild  true if the table is created or replaced: then there are no stored rows
    stored   what has the stored rows, such as a branch of the table; none for the table itself
#}
{% macro commit_query(plan, folded, rebuild=false, stored=none) %}
{% set engine, beside = plan.merge, plan.has_before and not plan.kept_columns %}
{% set outcomes = {'_late': engine.late, '_ignored': engine.ignored, '_removed': tablestore._removed(plan, engine)} %}
with new as {{ '(\n  ' ~ folded ~ '\n)' }}
{{- ',\nold as (\n  ' ~ (tablestore._no_rows(plan) if rebuild
    else tablestore._old_rows(plan, stored or plan.table)) ~ '\n)' if not beside }},
merged as (
  select
  {%- for name, condition in engine.conditions.items() %}
    {{ condition }} as {{ name }},
  {%- endfor %}
  {%- for column in plan.key_columns %}
    new.{{ column.quoted }},
  {%- endfor %}
  {%- for column in plan.value_columns %}
  {%- set value = engine.combine[column.name] %}
    {{ value | indent(4) }}{{ ' as ' ~ column.quoted if value != 'new.' ~ column.quoted }},
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
  {%- for name, condition in outcomes.items() if condition %}
    {{ condition }} as {{ name }},
  {%- endfor %}
    {{ tablestore._refusal(plan, engine) | indent(4) }} as _refused,
    new._rows
  {{ tablestore._paired_rows(plan, beside) }}
)
{{- ',\n' ~ tablestore._fitted_cte(plan, engine.overflows) | trim if engine.overflows }}
{{ tablestore._change_query(plan, engine, outcomes._removed) | trim }}
{%- endmacro %}

{#
  Whether the row is removed; none if the engine removes no rows. As in Flink, retractions from an expired row have no
  effect.
#}
{% macro _removed(plan, engine) %}
  {% if not plan.expiry or not plan.kind_column %}
    {{ return(engine.removed) }}
  {% endif %}
  {{ return(('(' ~ engine.removed ~ ') or ' if engine.removed else '') ~ '_expired and new._only_retractions') }}
{% endmacro %}

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

{# The stored rows with the keys of the batch, which has all of them if it is the whole table. #}
{% macro _old_rows(plan, stored) %}
  {%- set columns = [] -%}
  {%- for column in tablestore._stored_columns(plan) + plan.kept_columns -%}
    {%- do columns.append('old.' ~ column.quoted) -%}
  {%- endfor -%}
  {%- do columns.append('true as _is_stored') if plan.keeps_null_keys -%}
  select {{ tablestore._wrapped(columns, 4) }}
  from {{ stored }} as old
  {%- if plan.options.input != 'full' %}
  join new on {{ tablestore._key_match_in_ranges(plan, 4) }}
  {%- endif %}
{%- endmacro %}

{# The stored row as a struct; null for a new key. #}
{% macro _row_before(plan) %}
  {% set columns = [] %}
  {% for column in plan.columns + plan.kept_columns %}
    {% do columns.append('old.' ~ column.quoted) %}
  {% endfor %}
  {% set row = tablestore._wrapped_call('struct', columns) %}
  {{ return(tablestore._wrapped_call('if', [tablestore._has_old_row(plan), row, 'null'])) }}
{% endmacro %}

{#
  Each folded row with the stored row of its key. An expired row counts as missing.

    beside  whether the batch has the stored rows beside its own, see `has_before` of a plan
#}
{% macro _paired_rows(plan, beside) %}
  {%- if beside -%}
  from (
    select
      struct(* except (_before)) as new,
      {{ 'struct(_before.*, _before is not null or null as _is_stored)' if plan.keeps_null_keys else '_before' }} as old
    from new
  )
  {%- elif plan.expiry -%}
  from (
    select
      {{ tablestore._has_old_row(plan) }} and {{ tablestore._is_expired(plan.expiry, 'old') }} as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on {{ tablestore._key_match(plan) }}
  )
  {%- else -%}
  from new
  left join old on {{ tablestore._key_match(plan) }}
  {%- endif -%}
{% endmacro %}

{# What happens to each merged row. #}
{% macro _change_query(plan, engine, removed) %}
{% set sequence = plan.sequence_columns | map(attribute='quoted') | join(', ') %}
select
  {{ tablestore._wrapped((plan.columns + plan.kept_columns) | map(attribute='quoted') | list, 2) }},
  case
    when _refused is not null then 'refused'
  {%- if engine.late %}
    when _late then 'late'
  {%- endif %}
  {%- if engine.ignored %}
    when _ignored then 'ignored'
  {%- endif %}
  {%- if removed %}
    when _removed then if(_exists, 'delete', 'unchanged')
  {%- endif %}
    when not _exists then 'insert'
    when _old_values <=> {{ tablestore._comparable_row(plan.value_columns) | indent(4) }} then 'unchanged'
    else 'update'
  end as _change,{{ '\n  _removed and _late is not true as _buries,' if plan.deletes }}
{%- if plan.expiry %}
  {{ tablestore._write_columns(plan) | trim }}
{%- endif %}
{%- if tablestore._keeps_before(plan) %}
  _before,
  {{ tablestore._is_logged(plan, engine) | indent(2) }} as _logged,
  {%- if plan.changelog and plan.changelog.delete_sequence %}
  if(_change = 'delete', struct({{ sequence }}), null) as _delete_sequence,
  {%- endif %}
{%- endif %}
  _refused,
  _rows
from {{ 'fitted' if engine.overflows else 'merged' }}
{%- endmacro %}

{#
  What happens to the stored row, where that differs from what readers see: an expired row is replaced when its key
  starts again and removed without a change when its key is deleted, and a row that is written again with equal values
  is renewed.
#}
{% macro _write_columns(plan) %}
  {{ plan.expiry.clock }} as {{ plan.expiry.column.quoted }},
  case
    when _change in ('update', 'delete') then _change
    when _change = 'insert' then if(_expired, 'update', 'insert')
    when _change = 'unchanged' and _exists then 'update'
    when _change = 'unchanged' and _expired then 'delete'
  end as _write,
{%- endmacro %}

{#
  Whether a decided row goes into the changelog. As in Paimon, that is every stored row that the batch has a row for,
  even when nothing changes. With row-deduplicate it is only the rows that differ in a column that is not ignored, see
  `_differs`; a stored row with NaN differs from itself, whatever happens to it, unless the batch is the whole table.
#}
{% macro _is_logged(plan, engine) %}
  {% set compared = tablestore._compared_columns(plan) %}
  {% if engine.logs_only_inserts %}
    {{ return("_change = 'insert'") }}
  {% elif compared is not none %}
    {% set conditions = ["_change in ('insert', 'update', 'delete')"] %}
    {% if plan.changelog.ignored or not compared %}
      {% set differs = tablestore._differs(compared, '_before') %}
      {% set conditions = ["_change in ('insert', 'delete')", "_change = 'update' and " ~ differs] %}
    {% endif %}
    {% set unequal = tablestore._nan_conditions(compared, '_before') if plan.options.input != 'full' else [] %}
    {{ return((conditions + unequal) | join(' or ')) }}
  {% endif %}
  {{ return("_change = 'insert' or _before is not null") }}
{% endmacro %}
