{#
  What a run does that makes no commit, see `_records_nothing`: it drops the tables of its batch, deletes changes that have become too old,
  and reports no changes.
#}
{% macro _without_commit(plan, node, commit, folding) %}
  {% set dropping, values = [], [] %}
  {% for table in plan.kept_tables if table in [tablestore._folded_rows(plan), plan.changelog.input_table if plan.changelog] %}
    {% do dropping.append(tablestore._drop_statement(plan.format, table)) %}
  {% endfor %}
  {% for name in tablestore._history_counts() if name != 'duration_ms' %}
    {% do values.append('0 as ' ~ name) %}
  {% endfor %}
  {% do tablestore._run(dropping) %}
  {% set counts = tablestore._reported_counts(plan, 'select ' ~ values | join(', ')) %}
  {{ return({'counts': counts, 'statements': folding + dropping + tablestore._trim_changelog(plan, node, commit)}) }}
{% endmacro %}
