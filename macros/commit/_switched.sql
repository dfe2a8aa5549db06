{#
  Runs the statements that make a commit part of its table, and returns the commit with the snapshot or version that it has made. Fails if another run
  has made a commit since this run has read the table: then this one has changed nothing.
#}
{% macro _switched(plan, relation, commit, statements) %}
  {% if tablestore.formats()[plan.format].has_branches and not commit.rebuild %}
    {% set moved = tablestore._rows(statements[0]) %}
    {{ return(dict(commit, version=moved[0].updated_ref | string)) }}
  {% endif %}
  {% do tablestore._run_with_settings(statements) %}
  {% if tablestore.formats()[plan.format].has_branches %}
    {{ return(dict(commit, version=tablestore._table_properties(relation)['current-snapshot-id'])) }}
  {% endif %}
  {% set own, others = commit.properties['tablestore.run'], [] %}
  {% for row in tablestore._rows('describe history ' ~ plan.table ~ ' limit 100') if (row.userMetadata or '').startswith('{') %}
    {% set record = fromjson(row.userMetadata) %}
    {% if record.get('tablestore.run') == own %}
      {{ return(dict(commit, version=row.version | string)) }}
    {% elif record.get('tablestore.serial') == commit.properties['tablestore.serial'] %}
      {% do others.append(record) %}
    {% endif %}
  {% endfor %}
  {% do tablestore._fail_as_changed(relation, {'properties': (others + [{}])[0]}) %}
{% endmacro %}
