{# Why rows of the staged commit cannot be merged: each reason with its count and one row. #}
{% macro refused_query(plan) %}
select
  _refused as refused,
  sum(_rows) as `rows`,
  min(to_json(struct({{ plan.columns | map(attribute='quoted') | join(', ') }}), map('ignoreNullFields', 'false'))) as example
from {{ plan.commit_table }}
where _change = 'refused'
group by _refused
order by _refused
limit 10
{% endmacro %}

{# A key of the stored table that is null or not unique. #}
{% macro broken_keys_query(plan) %}
{% set keys = plan.key_columns | map(attribute='quoted') | join(', ') %}
select to_json(struct({{ keys }}), map('ignoreNullFields', 'false')) as example, count(*) as `rows`
from {{ plan.table }}
group by {{ keys }}
having count(*) > 1 or {{ plan.key_columns | map(attribute='quoted') | join(' is null or ') }} is null
limit 1
{% endmacro %}
