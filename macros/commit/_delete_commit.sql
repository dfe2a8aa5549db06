{#
  Deletes rows of a keyed table as a commit of its own, which no reader sees. Only one run can claim it, so no other run
  computes a commit with the deleted rows. The merge reads a table of this run: when another run has abandoned the claim, it
  fails, and deletes nothing that was written since.
#}
{% macro _delete_commit(relation, last, condition) %}
  {% set id = tablestore._commit_id(relation) %}
  {% set properties = dict(tablestore._commit_properties(last.properties), **{
    'tablestore.commit': tablestore._next_number(last),
    'tablestore.staged': id,
    'tablestore.claims': tojson([tablestore._claim_relation(relation, last) | string] + last.abandoned_claims),
    'tablestore.committed-at': tablestore._next_time(last),
    'tablestore.staged-at': tablestore._staged_at(),
    'tablestore.invocation-id': invocation_id,
  }) %}
  {% set plan = {'table': relation | string, 'format': properties['tablestore.format'], 'changelog': none,
      'commit_table': tablestore._side_table_name(relation, '__commit_' ~ id, last.side_schema)} %}
  {% set commit = {'number': tablestore._next_number(last), 'rebuild': true, 'properties': properties,
      'claims': fromjson(properties['tablestore.claims']), 'old_properties': last.old_properties} %}
  {% set drop, statements = tablestore.formats()[plan.format].drop, [] %}
  {% for table in tablestore._former_stages(relation, last) %}
    {% do statements.append(drop | replace('{table}', table)) %}
  {% endfor %}
  {% do tablestore._run(statements + [tablestore.create_staging_table(plan, plan.commit_table, 'select 1 as _claimed', properties)]) %}
  {% do tablestore._claim(plan, relation, last, commit) %}
  {% do tablestore._run(
    ['merge into ' ~ relation ~ ' using ' ~ plan.commit_table ~ ' on _claimed = 1 and ' ~ condition ~ ' when matched then delete']
    + tablestore.seal_statements(plan, commit) + tablestore.release_statements(plan, commit)
  ) %}
{% endmacro %}
