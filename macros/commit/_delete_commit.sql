{#
  Deletes rows of a keyed table as a commit without changes. If another run makes a commit meanwhile, nothing is
  deleted, so no run computes a commit with the deleted rows.
#}
{% macro _delete_commit(node, relation, last, condition) %}
  {% set commit = tablestore._next_commit(none, relation, last, id=tablestore._commit_id(relation, last.serial + 1)) %}
  {% do commit.properties.update({'tablestore.counts': '{}'}) %}
  {% set plan = tablestore._recorded_plan(node, relation, commit.properties, commit) %}
  {% set deletion = tablestore._single_switch(plan, commit, {'step': 'write', 'branch': plan.branch,
      'sql': 'delete from ' ~ tablestore._branch_or_table(plan) ~ ' where ' ~ condition}) %}
  {% do tablestore._run(deletion.writing) %}
  {% set commit = tablestore._switched(plan, relation, commit, deletion.switching) %}
  {% do tablestore._publish(node, relation, plan, commit) %}
{% endmacro %}
