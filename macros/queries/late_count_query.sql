{#
  How many keys of the folded batch are older than the stored row, in the version of the table before a commit.

    missing  the sequence columns that the table did not have in that version
#}
{% macro late_count_query(plan, version, missing=[]) %}
{%- set before, columns = plan.table ~ ' version as of ' ~ version, ['*'] %}
{%- for column in missing %}
  {%- do columns.append('cast(null as ' ~ column.type ~ ') as ' ~ column.quoted) %}
{%- endfor %}
select count(*) as rows_ignored_late
from {{ plan.folded_rows }} as new
join {{ '(select ' ~ columns | join(', ') ~ ' from ' ~ before ~ ')' if missing else before }} as old
  on {{ tablestore._key_match_in_ranges(plan) }}
where {{ plan.merge.late }}
{% endmacro %}
