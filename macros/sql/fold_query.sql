{# The batch folded to one row per key: the rows of `batch`, in their order, through the engine's aggregates. #}
{% macro fold_query(plan, batch) %}
{% set engine = tablestore.engines()[plan.engine](plan) %}
{% set keys = plan.key_columns | map(attribute='quoted') | join(', ') %}
with batch as (
  {{ batch | trim | indent(2) }}
),
changes as (
  select
    *,
    {{ tablestore._batch_order(plan) }} as _order
  from (
    select *, {{ tablestore._kind(plan) }} as _kind
    from batch
  )
  {{- tablestore._kind_filter(plan) }}
),
folded as (
  select
    {{ keys }},
  {%- for name, aggregate in engine.aggregates.items() %}
    {{ aggregate }} as {{ name }},
  {%- endfor %}
  {%- if plan.kind_column %}
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _bad_kind,
  {%- endif %}
    count(*) as _rows
  from changes
  group by {{ keys }}
)
select
  {{ keys }},
{%- for column in plan.value_columns %}
  {{ tablestore._named(engine.fold[column.name], column) }},
{%- endfor %}
  {{ engine.removed }} as _removed,
{%- if plan.kind_column %}
  _bad_kind,
{%- endif %}
  _rows
from folded
{% endmacro %}

{# The row kind of a row: an insert where the batch has no kinds, or where a `_row_kind` is null. #}
{% macro _kind(plan) %}
  {% if not plan.kind_column %}
    {{ return("'+I'") }}
  {% elif plan.options.rowkind_field %}
    {{ return('upper(' ~ plan.kind_column ~ ')') }}
  {% endif %}
  {{ return("coalesce(upper(" ~ plan.kind_column ~ "), '+I')") }}
{% endmacro %}

{# Row kinds the model ignores never reach the engine; a kind that is none does, to be refused. #}
{% macro _kind_filter(plan) %}
  {% if plan.options.ignore_delete %}
    {{ return("\n  where coalesce(_kind, '') not in ('-U', '-D')") }}
  {% elif plan.options.ignore_update_before %}
    {{ return("\n  where coalesce(_kind, '') <> '-U'") }}
  {% endif %}
  {{ return('') }}
{% endmacro %}

{# An expression under a column's name and with its type. #}
{% macro _named(expression, column) %}
  {{ return('cast(' ~ expression ~ ' as ' ~ column.type ~ ') as ' ~ column.quoted) }}
{% endmacro %}
