{#
  The statements of a commit whose rows one statement writes, as {writing, switching}. It writes to `_branch_or_table`.
  With branches, the record is in the insert of no rows that follows.
#}
{% macro _single_switch(plan, commit, statement) %}
  {% if not plan.branch %}
    {{ return({'writing': [], 'switching': tablestore._identified(statement, commit, plan)}) }}
  {% endif %}
  {% set target = tablestore._branch_or_table(plan) %}
  {{ return({'writing': [
    tablestore._branch_begin(plan, plan.table, commit.snapshot),
    statement,
    {'step': 'write', 'branch': plan.branch, 'sql': 'insert into ' ~ target ~ ' '
        ~ tablestore._identified_snapshot(commit) ~ '\nselect *\nfrom ' ~ target ~ '\nwhere false'},
  ], 'switching': [tablestore._branch_forward(plan, plan.table, snapshot=commit.snapshot)]}) }}
{% endmacro %}
