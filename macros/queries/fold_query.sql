{#
  The batch folded to one row per key: the rows of the query `batch`, in their order, through the aggregates of the engine.
  A caller that has the merge engine of the plan passes it, see `_engine`.
#}
{% macro fold_query(plan, batch, engine=none) %}
{% set engine = engine or tablestore._engine(plan) %}
{% set keys = plan.key_columns | map(attribute='quoted') | list %}
{% set kinds = tablestore._kind_checks(plan) %}
with batch as (
  {{ tablestore._indent(batch | trim, 2) }}
),
{{ tablestore._changes_cte(plan, engine) | trim }},
folded as (
  select
    {{ tablestore._wrapped(keys, 4) }},
  {%- for name, aggregate in dict(engine.aggregates, **kinds).items() %}
    {{ aggregate | indent(4) }} as {{ name }},
  {%- endfor %}
    count(*) as _rows
  from changes
  group by {{ tablestore._wrapped(keys, 4) }}
)
{{- tablestore._fold_steps(engine.steps) }}
select
  {{ tablestore._wrapped(keys, 2) }},
{%- for column in plan.value_columns %}
  {{ engine.fold[column.name] }} as {{ column.quoted }},
{%- endfor %}
{%- for name, expression in engine.batch_facts.items() %}
  {{ expression | indent(2) }}{{ ' as ' ~ name if name != expression }},
{%- endfor %}
{%- for name in kinds %}
  {{ name }},
{%- endfor %}
  _rows
from {{ engine.steps[-1].name if engine.steps else 'folded' }}
{% endmacro %}

{# Further steps over the folded rows, each a common table expression over the one before. #}
{% macro _fold_steps(steps) %}
{%- for step in steps %},
{{ step.name }} as (
  select
    *
  {%- for name, expression in step.columns.items() %},
    {{ expression | indent(4) }} as {{ name }}
  {%- endfor %}
  from {{ 'folded' if loop.first else steps[loop.index0 - 1].name }}
)
{%- endfor %}
{%- endmacro %}

{# What the merge needs to know about the row kinds of a key, with every engine. #}
{% macro _kind_checks(plan) %}
  {% set checks = {} %}
  {% if plan.kind_column %}
    {% do checks.update({'_unknown_kind': "max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end)"}) %}
  {% endif %}
  {% if plan.kind_column and plan.expiry %}
    {% do checks.update({'_only_retractions': "bool_and(_kind in ('-U', '-D'))"}) %}
  {% endif %}
  {{ return(checks) }}
{% endmacro %}
