{#
  Deletes rows of a keyed table as a commit of its own, which no reader sees. If another run makes a commit meanwhile, nothing is
  deleted, so no run computes a commit with the deleted rows.
#}
{% macro _delete_commit(relation, last, condition) %}
  {% set properties, id = {}, tablestore._commit_id(relation, last.serial + 1) %}
  {% for name, value in last.properties.items() if name.startswith('tablestore.') and not name.startswith('tablestore.tag.') and name != 'tablestore.switched' %}
    {% do properties.update({name: value}) %}
  {% endfor %}
  {% do properties.update({
    'tablestore.commit': last.number + 1,
    'tablestore.serial': last.serial + 1,
    'tablestore.writer': tablestore._writer_of(relation),
    'tablestore.run': id,
    'tablestore.kept': '[]',
    'tablestore.counts': '{}',
    'tablestore.committed-at': tablestore._next_time(last),
    'tablestore.invocation-id': invocation_id,
  }) %}
  {% set branches = tablestore.formats()[properties['tablestore.format']].has_branches %}
  {% set plan = {'table': relation | string, 'format': properties['tablestore.format'], 'changelog': none, 'expiry': none, 'columns': [], 'kept_tables': [],
      'branch': 'commit_' ~ id if branches else none, 'catalog': tablestore._quote(relation.database) if relation.database else none} %}
  {% set commit = {'number': last.number + 1, 'snapshot': last.snapshot, 'rebuild': false, 'properties': properties, 'old_properties': last.old_properties} %}
  {% set target = tablestore._branch_of(plan, relation | string) if branches else relation | string %}
  {% set deleting = 'delete from ' ~ target ~ ' where ' ~ condition %}
  {% if branches %}
    {% do tablestore._run([tablestore._branch_statement(plan, plan.table, last.snapshot), deleting,
        'insert into ' ~ target ~ ' ' ~ tablestore._record_clause(commit) ~ '\nselect * from ' ~ target ~ '\nwhere false']) %}
    {% set switching = [tablestore._forward_statement(plan, plan.table)] %}
  {% else %}
    {% set switching = tablestore._identified(deleting, commit, plan) %}
  {% endif %}
  {% set commit = tablestore._switched(plan, relation, commit, switching) %}
  {% do tablestore._run(tablestore.seal_statements(plan, commit) + tablestore._clean_statements(plan, commit)) %}
{% endmacro %}
