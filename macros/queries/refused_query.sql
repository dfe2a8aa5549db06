{#
  Why rows of the decided commit cannot be merged: each reason with its keys, the rows of the batch with these keys, and
  a key as an example. Which rows of a key are the reason is not known any more, and the folded row may be none of them.
#}
{% macro refused_query(plan) %}
{%- set keys = plan.key_columns | map(attribute='quoted') | list %}
select
  _refused as refused,
  count(*) as `keys`,
  sum(_rows) as `rows`,
  min(to_json(struct({{ tablestore._wrapped(keys, 4) }}), map('ignoreNullFields', 'false'))) as example
from {{ plan.commit_table }}
where _change = 'refused'
group by _refused
order by _refused
limit 10
{% endmacro %}
