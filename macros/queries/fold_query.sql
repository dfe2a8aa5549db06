{#
  The batch folded to one row per key: the rows of the query `batch`, in their order, through the aggregates of the
  engine. The changes of versions, and the rows of a view, have one row per key as they are.
#}
{% macro fold_query(plan, batch) %}
{% set engine = plan.merge %}
{% set keys = tablestore._wrapped(plan.key_columns | map(attribute='quoted') | list) %}
{% set kinds = tablestore._kind_checks(plan) %}
{% set count = '1' if plan.is_folded else 'count(*)' %}
{% set before = '_before, ' ~ ('_late, ' if plan.versions.horizon) if plan.has_before %}
with batch as (
  {{ tablestore._indent(batch | trim, 2) }}
),
{{ tablestore._changes_cte(plan, engine) | trim }},
folded as (
  select
    {{ keys | indent(4) }},
  {%- for name, aggregate in dict(engine.aggregates, **kinds).items() %}
    {{ aggregate | indent(4) }} as {{ name }},
  {%- endfor %}
    {{ before }}{{ count }} as _rows
  from changes
{%- if not plan.is_folded %}
  group by {{ keys | indent(4) }}
{%- endif %}
)
{{- tablestore._fold_steps(engine.steps) }}
select
  {{ keys | indent(2) }},
{%- for column in plan.value_columns %}
  {{ engine.fold[column.name] }} as {{ column.quoted }},
{%- endfor %}
{%- for name, expression in engine.batch_facts.items() %}
  {{ expression | indent(2) }}{{ ' as ' ~ name if name != expression }},
{%- endfor %}
{%- for name in kinds %}
  {{ name }},
{%- endfor %}
  {{ before }}_rows
from {{ engine.steps[-1].name if engine.steps else 'folded' }}
{% endmacro %}

{# What the merge needs to know about the row kinds of a key, with every engine. #}
{% macro _kind_checks(plan) %}
  {% set checks = {} %}
  {% if plan.kind_column %}
    {% set unknown = "case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end" %}
    {% do checks.update({'_unknown_kind': unknown if plan.is_folded else 'max(' ~ unknown ~ ')'}) %}
  {% endif %}
  {% if plan.kind_column and plan.expiry %}
    {% do checks.update({'_only_retractions': "bool_and(_kind in ('-U', '-D'))"}) %}
  {% endif %}
  {{ return(checks) }}
{% endmacro %}

{# The rows of the batch with their row kind and their place in the order of the batch. #}
{% macro _changes_cte(plan, engine) %}
{% set kind, condition = tablestore._row_kind(plan), tablestore._row_kind_condition(plan) %}
{%- set order = tablestore._batch_order(plan, engine.commits_first) if not plan.is_folded %}
changes as (
  select
    *
  {%- if kind %},
    {{ kind }} as _kind
  {%- endif %}
  {%- if order %},
    {{ order | indent(4) }} as _order
  {%- endif %}
  from batch
  {%- if condition %}
  where {{ condition }}
  {%- endif %}
)
{% endmacro %}

{#
  The total order of the rows of a batch: the sequence, the upstream's commit, the row kind, then every other column.
  None if there is nothing to order by. The changes of one commit have no order among themselves: its retractions come
  before its additions. So do those of the net changes of several tables, whose commits have no order either.

    commits_first  whether the commit comes before the sequence
#}
{% macro _batch_order(plan, commits_first=false) %}
  {% set descending, group = plan.sequence_descending, tablestore._ordering_group(plan) if plan.groups else none %}
  {% set parts = tablestore._group_fields(group) if group else tablestore._sequence_key(plan) %}
  {% if plan.commit_column %}
    {% do parts.insert(0 if commits_first else parts | length, ('-' if descending else '') ~ plan.commit_column) %}
  {% endif %}
  {% if plan.kind_column %}
    {% set is_net = plan.arrival == 'net' and not plan.sequence_columns %}
    {% set minus_first = plan.commit_column or is_net %}
    {% set kinds = ['-D', '-U', '+I', '+U'] if minus_first else ['+I', '-U', '+U', '-D'] %}
    {% set kinds = kinds | reverse | list if descending else kinds %}
    {% do parts.insert(0 if is_net else parts | length, tablestore._kind_rank(kinds, '+U' if minus_first else '+I')) %}
  {% endif %}
  {% set sequence = group.sequence if group else plan.sequence_columns %}
  {% do parts.extend(tablestore._comparable_columns(plan.value_columns | reject('in', sequence) | list)) %}
  {{ return(tablestore._wrapped_call('struct', parts) if parts else none) }}
{% endmacro %}

{#
  The sequence group that orders the rows of a batch, because nothing else does and its -D removes the row and what is
  before it; none if there is no such group, or several.
#}
{% macro _ordering_group(plan) %}
  {% set removing = plan.groups | selectattr('removes') | list %}
  {{ return(removing[0] if removing | length == 1 and tablestore._is_retraction(plan) and not plan.sequence_columns
      and not plan.sequence_descending and not plan.commit_column and plan.arrival != 'net' else none) }}
{% endmacro %}

{# The position of a row's kind in a list of kinds; a kind that is not in the list counts as `unknown`. #}
{% macro _kind_rank(kinds, unknown) %}
  {% set branches = [] %}
  {% for kind in kinds if kind != unknown %}
    {% do branches.append("when '" ~ kind ~ "' then " ~ kinds.index(kind)) %}
  {% endfor %}
  {{ return('case _kind ' ~ branches | join(' ') ~ ' else ' ~ kinds.index(unknown) ~ ' end') }}
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
