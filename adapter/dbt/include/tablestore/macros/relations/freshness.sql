{#
  When the rows of a table last changed, in microseconds since 1970; none if it never had rows. Maintenance, such as
  compaction, is not a change. Once no commit with rows is known any more, the oldest known commit counts.
#}
{% macro tablestore_last_change(relation) %}
  {{ return(tablestore_last_delta_change(relation) if relation.is_delta else tablestore_last_iceberg_change(relation)) }}
{% endmacro %}

{% macro tablestore_last_iceberg_change(relation) %}
  {% set sql %}
    select unix_micros(coalesce(max(committed_at) filter (where operation <> 'replace'), min(committed_at)))
    from {{ relation }}.snapshots
    where snapshot_id in (select snapshot_id from {{ relation }}.history where is_current_ancestor)
  {% endset %}
  {{ return(run_query(sql)[0][0]) }}
{% endmacro %}

{# DESCRIBE HISTORY cannot be part of a query. #}
{% macro tablestore_last_delta_change(relation) %}
  {% set commits = run_query('describe history ' ~ relation ~ ' limit 100') %}
  {% set with_rows = [] %}
  {% for commit in commits if modules.re.search('WRITE|MERGE|UPDATE|DELETE|TRUNCATE|AS SELECT|COPY|RESTORE|CLONE|CONVERT', commit['operation']) %}
    {% do with_rows.append(commit['timestamp']) %}
  {% endfor %}
  {% set last = (with_rows or [commits.rows[-1]['timestamp']])[0] %}
  {{ return((last.timestamp() * 1000000) | int) }}
{% endmacro %}
