{#
  The statements of a commit whose rows one statement writes, as {writing, switching}. It writes to `_target`. With branches, the
  record is in the insert of no rows that follows.
#}
{% macro single_switch_statements(plan, commit, sql) %}
  {% if not plan.branch %}
    {{ return({'writing': [], 'switching': tablestore._identified(sql, commit, plan)}) }}
  {% endif %}
  {% set target = tablestore._target(plan) %}
  {{ return({'writing': [
    tablestore._branch_statement(plan, plan.table, commit.snapshot),
    sql,
    'insert into ' ~ target ~ ' ' ~ tablestore._record_clause(commit) ~ '\nselect *\nfrom ' ~ target ~ '\nwhere false',
  ], 'switching': [tablestore._forward_statement(plan, plan.table)]}) }}
{% endmacro %}
