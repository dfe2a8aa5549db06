{# The batch folded to one row per key: the rows of `batch`, in their order, through the engine's aggregates. #}
{% macro fold_query(plan, batch) %}
{% set engine = tablestore._engine(plan) %}
{% set keys = plan.key_columns | map(attribute='quoted') | join(', ') %}
{% set kinds = tablestore._kind_checks(plan) %}
with batch as (
  {{ tablestore._indent(batch | trim, 2) }}
),
{{ tablestore._changes_cte(plan, engine) | trim }},
folded as (
  select
    {{ keys }},
  {%- for name, aggregate in dict(engine.aggregates, **kinds).items() %}
    {{ aggregate }} as {{ name }},
  {%- endfor %}
    count(*) as _rows
  from changes
  group by {{ keys }}
)
{{- tablestore._fold_levels(engine.levels) }}
select
  {{ keys }},
{%- for column in plan.value_columns %}
  {{ tablestore._cast_as(engine.fold[column.name], column, engine.folded_types[column.name]) }},
{%- endfor %}
{%- for name, expression in engine.batch_facts.items() %}
  {{ expression }}{{ ' as ' ~ name if name != expression }},
{%- endfor %}
{%- for name in kinds %}
  {{ name }},
{%- endfor %}
  _rows
from {{ engine.levels[-1].name if engine.levels else 'folded' }}
{% endmacro %}

{# Further steps over the folded rows, each a common table expression over the one before. #}
{% macro _fold_levels(levels) %}
{%- for level in levels %},
{{ level.name }} as (
  select
    *
  {%- for name, expression in level.columns.items() %},
    {{ expression }} as {{ name }}
  {%- endfor %}
  from {{ 'folded' if loop.first else levels[loop.index0 - 1].name }}
)
{%- endfor %}
{%- endmacro %}

{# What is to be known of the row kinds of a key, whatever the engine makes of them. #}
{% macro _kind_checks(plan) %}
  {% set checks = {} %}
  {% if plan.kind_column %}
    {% do checks.update({'_bad_kind': "max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end)"}) %}
  {% endif %}
  {% if plan.kind_column and plan.expiry %}
    {% do checks.update({'_retracts_only': "bool_and(_kind in ('-U', '-D'))"}) %}
  {% endif %}
  {{ return(checks) }}
{% endmacro %}
