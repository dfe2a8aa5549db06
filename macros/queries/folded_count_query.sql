{# How many keys and rows a folded batch has, and how many of its keys cannot be merged. #}
{% macro folded_count_query(plan) %}
select
  count(*) as rows_folded,
  count({{ tablestore._refusal(plan, tablestore._engine(plan)) | indent(2) }}) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from {{ tablestore._folded_rows(plan) }} as new
{% endmacro %}
