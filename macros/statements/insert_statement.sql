{# Inserts the new keys of the staged commit. #}
{% macro insert_statement(plan) %}
{% set columns = tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2) %}
insert into {{ plan.table }} ({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where {{ '_write' if plan.expiry else '_change' }} = 'insert'
{% endmacro %}
