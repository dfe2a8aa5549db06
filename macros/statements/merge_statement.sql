{#
  Updates and deletes of the staged commit, with `insert` its new rows too. Where rows expire, one that starts afresh
  forgets the columns the SELECT does not have.
#}
{% macro merge_statement(plan, insert=false) %}
{% set changes = ['update', 'delete'] + (['insert'] if insert else []) %}
{% set write = '_write' if plan.expiry else '_change' %}
{% set columns = tablestore._stored_columns(plan) | map(attribute='quoted') | list %}
{% set forgotten = plan.missing_columns | map(attribute='quoted') | list if plan.expiry else [] %}
merge into {{ plan.table }} as old
using (
  select {{ columns | join(', ') }}, _change{{ ', _write' if plan.expiry }}
  from {{ plan.commit_table }}
  where {{ write }} in ('{{ changes | join("', '") }}')
) as new
on {{ tablestore._key_match(plan, 'old', 'new') }}
when matched and new.{{ write }} = 'delete' then delete
when matched then update set
{%- for column in columns %}
  {{ column }} = new.{{ column }}{{ ',' if not loop.last or forgotten }}
{%- endfor %}
{%- for column in forgotten %}
  {{ column }} = if(new._change = 'insert', null, old.{{ column }}){{ ',' if not loop.last }}
{%- endfor %}
{%- if insert %}
when not matched and new.{{ write }} <> 'delete' then insert ({{ columns | join(', ') }})
  values (new.{{ columns | join(', new.') }})
{%- endif %}
{% endmacro %}
