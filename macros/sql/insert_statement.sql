{# The new keys of the staged commit. #}
{% macro insert_statement(plan) %}
{% set columns = plan.columns | map(attribute='quoted') | join(', ') %}
insert into {{ plan.table }} ({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where _change = 'insert'
{% endmacro %}
