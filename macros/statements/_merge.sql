{#
  The MERGE of a commit that looks up no stored rows: its conditions decide what happens to each key of the folded
  batch. See `_merge_may_decide`.

    into  the table, or a branch of it
#}
{% macro _merge_that_decides(plan, into) %}
{% set engine, conditions = plan.merge, [] %}
{% set stored = tablestore._stored_columns(plan) %}
{% set columns, updates = stored | map(attribute='quoted') | list, tablestore._assignments(stored, plan.key_columns) %}
{% set current = ' and (' ~ engine.late ~ ') is not true' if engine.late else '' %}
{% set sql %}
merge into {{ into }} as old
using {{ plan.folded_rows }} as new
on {{ tablestore._key_match_in_ranges(plan) }}
{%- if not engine.ignored %}
{%- if engine.removed %}
when matched{{ current }} and {{ engine.removed }} then delete
{%- endif %}
{%- if updates %}
when matched{{ current }}
{%- set old, new = tablestore._comparable_rows(plan.value_columns, ['old', 'new']) %}
  and not ({{ old | indent(2) }}
    <=> {{ new | indent(4) }}) then update set
  {{ updates | join(',\n  ') }}
{%- endif %}
{%- endif %}
when not matched{{ ' and ' ~ engine.removed ~ ' is not true' if engine.removed }} then insert (
{{- tablestore._wrapped(columns, 2) }})
  values ({{ tablestore._wrapped_fields('new', columns) }})
{% endset %}
{{ return({'step': 'write', 'branch': plan.branch, 'reads': plan.kept_tables, 'sql': sql | trim}) }}
{% endmacro %}

{# What a MERGE sets in a stored row: each column that is not in the key, to that of the new row. #}
{% macro _assignments(columns, key_columns) %}
  {% set assignments = [] %}
  {% for column in columns if column not in key_columns %}
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
{% set sql %}
insert into {{ into }} {{ options }} ({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where {{ '_write' if plan.expiry else '_change' }} = 'insert'
{% endset %}
{{ return({'step': 'write', 'branch': plan.branch, 'reads': plan.kept_tables, 'sql': sql | trim}) }}
{% endmacro %}

{#
  The updates and deletes of the decided commit; with `insert` its new rows too. Where rows expire, a key that starts
  again gets null in the columns that the SELECT does not have. With `branch`, they are merged into this branch of the
  table.
#}
{% macro _merge_statement(plan, branch=none, insert=false) %}
{% set changes = ['update', 'delete'] + (['insert'] if insert else []) %}
{% set write = '_write' if plan.expiry else '_change' %}
{% set stored = tablestore._stored_columns(plan) %}
{% set columns, updates = stored | map(attribute='quoted') | list, tablestore._assignments(stored, plan.key_columns) %}
{% for column in plan.missing_columns if plan.expiry %}
  {% do updates.append(column.quoted ~ " = if(new._change = 'insert', null, old." ~ column.quoted ~ ')') %}
{% endfor %}
{% set sql %}
merge into {{ branch or plan.table }} as old
using (
  select {{ tablestore._wrapped(columns + ['_change'] + (['_write'] if plan.expiry else []), 4) }}
  from {{ plan.commit_table }}
  where {{ write }} in ('{{ changes | join("', '") }}')
) as new
on {{ tablestore._key_match_in_ranges(plan) }}
when matched and new.{{ write }} = 'delete' then delete
{%- if updates %}
when matched then update set
  {{ updates | join(',\n  ') }}
{%- endif %}
{%- if insert %}
when not matched and new.{{ write }} <> 'delete' then insert ({{ tablestore._wrapped(columns, 2) }})
  values ({{ tablestore._wrapped_fields('new', columns) }})
{%- endif %}
{% endset %}
{{ return({'step': 'write', 'branch': plan.branch, 'reads': plan.kept_tables, 'sql': sql | trim}) }}
{% endmacro %}
