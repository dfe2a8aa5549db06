{# The new keys of the staged commit. #}
{% macro insert_statement(plan) %}
{% set columns = tablestore._stored_columns(plan) | map(attribute='quoted') | join(', ') %}
insert into {{ plan.table }} ({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where {{ '_write' if plan.expiry else '_change' }} = 'insert'
{% endmacro %}
