{#
  The plan with the names of the tables that belong to one commit of one run, see `_commit_id`, and the columns of the
  changelog as it is then; none for a new one. `branch` is the id of the branch: a run that finishes the commit of another one
  has a branch of its own. `in_memory` keeps the folded batch in memory, see `fold_statements`.
#}
{% macro _of_commit(plan, relation, id, log_columns=none, branch=none, in_memory=false) %}
  {% set changelog = plan.changelog %}
  {% if changelog %}
    {% set input = tablestore._side_table_name(relation, '__input_' ~ id, plan.side_schema) if changelog.input_table else none %}
    {% set changelog = dict(changelog, input_table=input, columns=log_columns) %}
  {% endif %}
  {{ return(dict(plan, commit_table=tablestore._side_table_name(relation, '__commit_' ~ id, plan.side_schema), branch='commit_' ~ (branch or id),
      changelog=changelog, folded_view=tablestore._quote(relation.identifier ~ '__fold_' ~ id) if in_memory else none)) }}
{% endmacro %}
