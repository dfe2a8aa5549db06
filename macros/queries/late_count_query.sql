{# How many keys of the folded batch are older than the stored row, in the version of the table before a commit. #}
{% macro late_count_query(plan, version) %}
select count(*) as rows_ignored_late
from {{ plan.folded_rows }} as new
join {{ plan.table }} version as of {{ version }} as old
  on {{ tablestore._key_match_in_ranges(plan) }}
where {{ plan.merge.late }}
{% endmacro %}
