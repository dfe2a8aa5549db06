{#
  What a run does that makes no commit, see `_records_nothing`: it drops the tables of its batch, deletes changes that have become too old,
  and reports no changes.
#}
{% macro _without_commit(plan, node, commit, folding) %}
  {% set dropping, counts = [], {} %}
  {% for table in plan.kept_tables if table in [tablestore._folded_rows(plan), plan.changelog.input_table if plan.changelog] %}
    {% do dropping.append(tablestore._drop_statement(plan.format, table)) %}
  {% endfor %}
  {% for name in tablestore._history_counts() %}
    {% do counts.update({name: 0}) %}
  {% endfor %}
  {% do tablestore._run(dropping) %}
  {% set counts = tablestore._reported_values(plan, counts) %}
  {{ return({'counts': counts, 'statements': folding + dropping + tablestore._trim_changelog(plan, node, commit)}) }}
{% endmacro %}
