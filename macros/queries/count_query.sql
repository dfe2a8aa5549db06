{#
  The counts of a decided commit, for the log of the run and for run_results.json. A delete of an expired row is no
  change for readers, but the row leaves the table, so it counts as deleted.
#}
{% macro count_query(plan) %}
select
  count_if(_change = 'insert') as rows_inserted,
  count_if(_change = 'update') as rows_updated,
  count_if({{ '_write' if plan.expiry else '_change' }} = 'delete') as rows_deleted,
  count_if(_change = 'unchanged'{{ " and not (_write <=> 'delete')" if plan.expiry }}) as rows_unchanged,
  count_if(_change = 'late') as rows_ignored_late,
  count_if(_change = 'ignored') as rows_ignored,
  count_if(_change = 'refused') as rows_refused,
{%- if plan.expiry %}
  count_if(_write in ('update', 'delete')) as rows_merged,
  count_if(_write = 'insert') as rows_added,
{%- endif %}
  coalesce(sum(_rows), 0) as rows_in_batch
from {{ plan.commit_table }}
{% endmacro %}
