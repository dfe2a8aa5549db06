{#
  The updates and deletes of the decided commit; with `insert` its new rows too. Where rows expire, a key that starts again
  gets null in the columns that the SELECT does not have. With `branch`, they are merged into this branch of the table.
#}
{% macro merge_statement(plan, branch=none, insert=false) %}
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
