{#
  The statement with which a commit counts its decided rows, for the log of the run and for run_results.json. A delete
  of an expired row is no change for readers, but the row leaves the table, so it counts as deleted. If its MERGE
  decides itself, it counts the keys and rows of the folded batch, and the keys that cannot be merged, late ones among
  them, because which are late is not known yet.

    folded  whether the batch is counted
#}
{% macro counting_query(plan, folded=false) %}
  {% set counts = {
    'rows_folded': 'true',
    'rows_refused': tablestore._refusal(plan, dict(plan.merge, late=none)) ~ ' is not null',
  } if folded else {
    'rows_inserted': "_change = 'insert'",
    'rows_updated': "_change = 'update'",
    'rows_deleted': ('_write' if plan.expiry else '_change') ~ " = 'delete'",
    'rows_unchanged': "_change = 'unchanged'" ~ (" and not (_write <=> 'delete')" if plan.expiry else ''),
    'rows_ignored_late': "_change = 'late'",
    'rows_ignored': "_change = 'ignored'",
    'rows_refused': "_change = 'refused'",
  } %}
  {% do counts.update({'rows_merged': "_write in ('update', 'delete')", 'rows_added': "_write = 'insert'"})
      if plan.expiry and not folded %}
  {% set from, each, all = '\nfrom ' ~ (plan.folded_rows ~ ' as new' if folded else plan.commit_table), [], [] %}
  {% for name, condition in counts.items() %}
    {% do each.append(condition ~ ' as ' ~ name) %}
    {% set count = 'count(*)' if condition == 'true' else 'count_if(' ~ (condition | indent(2)) ~ ')' %}
    {% do all.append(count ~ ' as ' ~ name) %}
  {% endfor %}
  {% do all.append('coalesce(sum(_rows), 0) as rows_in_batch') %}
  {{ return({
    'step': 'count', 'kind': 'sum_rows', 'reads': plan.kept_tables,
    'sql': 'select\n  ' ~ all | join(',\n  ') ~ from,
    'query': 'select ' ~ each | join(', ') ~ ', _rows as rows_in_batch' ~ from,
  }) }}
{% endmacro %}
