{# The refreshes of a view, from the history of its commits; estimates are of what `seconds` measures. #}
{% macro tablestore_refreshes_query(commits) -%}
select commit, epoch, committed_at, invocation_id, made.*, rows_inserted, rows_updated, rows_deleted
from (
  select *, from_json(refresh, 'kind string, reason string, changes_read bigint, seconds double,
    estimated_incremental double, estimated_full double') as made
  from {{ commits }}
)
where refresh is not null
{%- endmacro %}
