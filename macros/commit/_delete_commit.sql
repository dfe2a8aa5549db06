{#
  Deletes rows of a keyed table as a commit without changes. If another run makes a commit meanwhile, nothing is
  deleted, so no run computes a commit with the deleted rows.

    deletion    the statement, with `{table}` in place of the table
    properties  what the commit records besides
#}
{% macro _delete_commit(node, relation, last, deletion, properties={}) %}
  {% set commit = tablestore._next_commit(none, relation, last, id=tablestore._commit_id(relation, last.serial + 1)) %}
  {% do commit.properties.update(properties, **{'tablestore.counts': '{}'}) %}
  {% set plan = tablestore._recorded_plan(node, relation, commit.properties, commit) %}
  {% set deletion = tablestore._single_switch(plan, commit, {'step': 'write', 'branch': plan.branch,
      'sql': deletion | replace('{table}', tablestore._branch_or_table(plan))}) %}
  {% do tablestore._run(deletion.writing) %}
  {% set commit = tablestore._switched(plan, relation, commit, deletion.switching) %}
  {% do tablestore._publish(node, relation, plan, commit) %}
{% endmacro %}
