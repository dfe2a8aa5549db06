{#
  What a MERGE that decides has done, as the counts of a commit, from those of its folded batch and from what its format
  has counted. The keys of the batch that it has not changed are unchanged, or ignored; `_counts_after` finds those that
  are late.

    counts   {rows_folded, rows_in_batch, duration_ms}
    metrics  by the names of the format
    ignores  whether the engine ignores them
#}
{% macro _merge_counts(format, counts, metrics, ignores=false) %}
  {% set done, other = {}, [counts.rows_folded | int] %}
  {# Spark appends the rows of a MERGE that only inserts #}
  {% set appends = format.append_metric and not format.merge_metrics.values() | select('in', metrics) | list %}
  {% for name, metric in format.merge_metrics.items() %}
    {% do done.update({name: (metrics[metric] if not appends else metrics.get(format.append_metric, 0)
        if name == 'rows_inserted' else 0) | int}) %}
    {% do other.append(other.pop() - done[name]) %}
  {% endfor %}
  {% do done.update({'rows_unchanged': 0 if ignores else other[0], 'rows_ignored_late': 0, 'rows_ignored': other[0]
      if ignores else 0}) %}
  {{ return(dict(done, rows_in_batch=counts.rows_in_batch | int, duration_ms=counts.duration_ms | int)) }}
{% endmacro %}

{#
  The MERGE of a commit that looks up no stored rows: its conditions decide what happens to each key of the folded
  batch. See `_merge_may_decide`.

    into  the table, or a branch of it
#}
{% macro _merge_that_decides(plan, into) %}
{% set engine, conditions = plan.merge, [] %}
{% set columns = tablestore._stored_columns(plan) | map(attribute='quoted') | list %}
{% set updates = tablestore._assignments(plan) %}
{% set current = ' and (' ~ engine.late ~ ') is not true' if engine.late else '' %}
merge into {{ into }} as old
using {{ plan.folded_rows }} as new
on {{ tablestore._key_match(plan, 'old', 'new') }}{{ tablestore._in_key_ranges(plan, 'old') }}
{%- if not engine.ignored %}
{%- if engine.removed %}
when matched{{ current }} and {{ engine.removed }} then delete
{%- endif %}
{%- if updates %}
when matched{{ current }}
  and not ({{ tablestore._comparable_row(plan.value_columns, 'old') | indent(2) }}
    <=> {{ tablestore._comparable_row(plan.value_columns, 'new') | indent(4) }}) then update set
  {{ updates | join(',\n  ') }}
{%- endif %}
{%- endif %}
when not matched{{ ' and ' ~ engine.removed ~ ' is not true' if engine.removed }} then insert (
{{- tablestore._wrapped(columns, 2) }})
  values ({{ tablestore._fields('new', columns) }})
{% endmacro %}

{# What a MERGE sets in a stored row: each column that is not in the key, to that of the new row. #}
{% macro _assignments(plan) %}
  {% set assignments = [] %}
  {% for column in tablestore._stored_columns(plan) if column not in plan.key_columns %}
    {% do assignments.append(column.quoted ~ ' = new.' ~ column.quoted) %}
  {% endfor %}
  {{ return(assignments) }}
{% endmacro %}

{#
  Inserts the new keys of the decided commit.

    into     the table, or a branch of it
    options  the clause with the options of the insert
#}
{% macro _merge_new_rows(plan, into, options) %}
{% set columns = tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2) %}
insert into {{ into }} {{ options }} ({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where {{ '_write' if plan.expiry else '_change' }} = 'insert'
{% endmacro %}

{#
  The updates and deletes of the decided commit; with `insert` its new rows too. Where rows expire, a key that starts
  again gets null in the columns that the SELECT does not have. With `branch`, they are merged into this branch of the
  table.
#}
{% macro _merge_statement(plan, branch=none, insert=false) %}
{% set changes = ['update', 'delete'] + (['insert'] if insert else []) %}
{% set write = '_write' if plan.expiry else '_change' %}
{% set columns = tablestore._stored_columns(plan) | map(attribute='quoted') | list %}
{% set updates = tablestore._assignments(plan) %}
{% for column in plan.missing_columns if plan.expiry %}
  {% do updates.append(column.quoted ~ " = if(new._change = 'insert', null, old." ~ column.quoted ~ ')') %}
{% endfor %}
merge into {{ branch or plan.table }} as old
using (
  select {{ tablestore._wrapped(columns + ['_change'] + (['_write'] if plan.expiry else []), 4) }}
  from {{ plan.commit_table }}
  where {{ write }} in ('{{ changes | join("', '") }}')
) as new
on {{ tablestore._key_match(plan, 'old', 'new') }}{{ tablestore._in_key_ranges(plan, 'old') }}
when matched and new.{{ write }} = 'delete' then delete
{%- if updates %}
when matched then update set
  {{ updates | join(',\n  ') }}
{%- endif %}
{%- if insert %}
when not matched and new.{{ write }} <> 'delete' then insert ({{ tablestore._wrapped(columns, 2) }})
  values ({{ tablestore._fields('new', columns) }})
{%- endif %}
{% endmacro %}
