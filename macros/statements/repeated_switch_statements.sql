{#
  The statements that make a commit part of its table, which may have it already, as {writing, switching}: one merge inserts only
  keys that are missing. With branches, it is written to one, and the record is in the insert of no rows that follows.
#}
{% macro repeated_switch_statements(plan, commit) %}
  {% if not tablestore.formats()[plan.format].has_branches %}
    {{ return({'writing': [], 'switching': tablestore._identified(tablestore.merge_statement(plan, insert=true), commit, plan)}) }}
  {% endif %}
  {% set branch = tablestore._branch_of(plan, plan.table) %}
  {{ return({'writing': [
    tablestore._branch_statement(plan, plan.table, commit.snapshot),
    tablestore.merge_statement(plan, branch, insert=true),
    'insert into ' ~ branch ~ ' ' ~ tablestore._record_clause(commit) ~ '\nselect *\nfrom ' ~ branch ~ '\nwhere false',
  ], 'switching': [tablestore._forward_statement(plan, plan.table)]}) }}
{% endmacro %}
