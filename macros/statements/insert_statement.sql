{#
  Inserts the new keys of the decided commit.

    into     the table, or a branch of it
    options  the clause with the options of the insert
#}
{% macro insert_statement(plan, into, options) %}
{% set columns = tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2) %}
insert into {{ into }} {{ options }} ({{ columns }})
select {{ columns }}
from {{ plan.commit_table }}
where {{ '_write' if plan.expiry else '_change' }} = 'insert'
{% endmacro %}
