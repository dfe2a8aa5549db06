{# Inserts the new keys of the staged commit, into the table or into a branch of it. #}
{% macro insert_statement(plan, commit, branch=none) %}
{% set columns = tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2) %}
{% set once = tablestore.formats()[plan.format].insert_options or '' %}
{% set once = once | replace('{id}', commit.properties['tablestore.staged']) | replace('{number}', commit.number) %}
insert into {{ branch or plan.table }} {{ once ~ ' ' if once }}({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where {{ '_write' if plan.expiry else '_change' }} = 'insert'
{% endmacro %}
