{# Why rows of the decided commit cannot be merged: each reason with its number of rows and an example. #}
{% macro refused_query(plan) %}
{%- set columns = plan.columns | map(attribute='quoted') | list %}
select
  _refused as refused,
  sum(_rows) as `rows`,
  min(to_json(struct({{ tablestore._wrapped(columns, 4) }}), map('ignoreNullFields', 'false'))) as example
from {{ plan.commit_table }}
where _change = 'refused'
group by _refused
order by _refused
limit 10
{% endmacro %}
