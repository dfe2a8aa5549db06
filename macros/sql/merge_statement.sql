{# Updates and deletes of the staged commit, with `insert` its new rows too. #}
{% macro merge_statement(plan, insert=false) %}
{% set changes = ['update', 'delete'] + (['insert'] if insert else []) %}
{% set columns = plan.columns | map(attribute='quoted') | list %}
merge into {{ plan.table }} as old
using (
  select {{ columns | join(', ') }}, _change
  from {{ plan.commit_table }}
  where _change in ('{{ changes | join("', '") }}')
) as new
on {{ tablestore._key_match(plan, 'old', 'new') }}
when matched and new._change = 'delete' then delete
when matched then update set
{%- for column in columns %}
  {{ column }} = new.{{ column }}{{ ',' if not loop.last }}
{%- endfor %}
{%- if insert %}
when not matched and new._change <> 'delete' then insert ({{ columns | join(', ') }})
  values (new.{{ columns | join(', new.') }})
{%- endif %}
{% endmacro %}
