{# A key of the stored table that is not unique, or null although the model does not keep null keys. #}
{% macro broken_keys_query(plan) %}
{% set keys = plan.key_columns | map(attribute='quoted') | join(', ') %}
select to_json(struct({{ keys }}), map('ignoreNullFields', 'false')) as example, count(*) as `rows`
from {{ plan.table }}
group by {{ keys }}
having count(*) > 1{{ ' or ' ~ plan.key_columns | map(attribute='quoted') | join(' is null or ') ~ ' is null'
    if not plan.keeps_null_keys }}
limit 1
{% endmacro %}
