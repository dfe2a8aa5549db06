{#
  Takes over a table that release 0.1 has written, once, and returns its last commit. A commit that 0.1 has claimed and not sealed
  is completed, see `_complete_earlier`; a claimed rebuild that has not replaced the table has changed nothing. Then the claims
  and the staged rows of 0.1 are dropped, and properties of the table say that it is taken over. A run that is killed before that
  begins again.

    rebuild  whether this run replaces the table: then it needs no commit whose staged rows are gone, and their claim stays in
             case that the run fails
#}
{% macro _taken_over(node, relation, last, rebuild=false) %}
  {% set left = tablestore._earlier_commit(relation, last) %}
  {% if not left %}
    {{ return(last) }}
  {% endif %}
  {% set run = tablestore._run_of(left.claim or last.properties) %}
  {% set lost = tablestore._side_table(relation, '__commit_' ~ left.id, last.side_schema) ~ ' with its staged rows is gone' %}
  {% if left.stage %}
    {% do tablestore._complete_earlier(node, relation, last, left.id, left.stage) %}
  {% elif left.claim and rebuild %}
    {% do log(node.name ~ ': leaving out commit ' ~ left.claim['tablestore.commit'] ~ ' of an earlier run (' ~ run ~ '): ' ~ lost, info=true) %}
    {{ return(last) }}
  {% elif left.claim %}
    {% do tablestore._fail(relation | string, [
      'commit ' ~ left.claim['tablestore.commit'] ~ ' of an earlier run (' ~ run ~ ') cannot be completed: ' ~ lost ~ ', and the table may have a part of it',
      'rebuild the model and its readers: dbt run --full-refresh --select ' ~ node.name ~ '+',
    ]) %}
  {% elif left.id %}
    {% do log(node.name ~ ': the rebuild of an earlier run (' ~ run ~ ') is complete but for its changelog: ' ~ lost, info=true) %}
  {% endif %}
  {% for found in left.tables.values() %}
    {% set format = tablestore.formats()[found.properties['tablestore.format']] %}
    {% set drop = format.drop_claim if 'tablestore.rebuild' in found.properties else format.drop %}
    {% do tablestore._run([drop | replace('{table}', found.table | string)]) %}
    {% do adapter.cache_dropped(found.table) %}
  {% endfor %}
  {{ return(tablestore._marked_as_taken_over(relation, last) if last.exists else last) }}
{% endmacro %}

{#
  Records the version of a table that has the rows of its last commit, and its serial, once. The version is read before the
  properties, or together with them: if they do not say that another run has done this, no later commit is in the version.
#}
{% macro _marked_as_taken_over(relation, last) %}
  {% set version = none if 'current-snapshot-id' in last.properties else tablestore._last_delta_versions(relation)[0].version %}
  {% set now = tablestore._last_commit(relation, true) %}
  {% if 'tablestore.serial' in now.properties %}
    {{ return(now) }}
  {% endif %}
  {% set version = now.snapshot if version is none else version %}
  {% do tablestore._run([tablestore.properties_statement({'table': relation}, dict({'tablestore.serial': now.serial},
      **({} if version is none else {'tablestore.version': version})))]) %}
  {{ return(tablestore._last_commit(relation, true)) }}
{% endmacro %}
