{# How many keys and rows a folded batch has, and how many of its keys cannot be merged. #}
{% macro folded_count_query(plan) %}
select
  count(*) as rows_folded,
  count({{ tablestore._refusal(plan, plan.merge) | indent(2) }}) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from {{ plan.folded_rows }} as new
{% endmacro %}
