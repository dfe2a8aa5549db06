{#
  Takes over a table that release 0.1 has written, once, and returns its last commit. A commit that 0.1 has claimed and not sealed
  is completed, see `_complete_earlier`; a claimed rebuild that has not replaced the table has changed nothing. Then the claims
  and the staged rows of 0.1 are dropped, and the last commit is sealed as this release does it: with the version of the table
  that has its rows. A run that is killed before that begins again.

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
    {% set last = tablestore._last_commit(relation, true) %}
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
  {% do tablestore._run(tablestore._sealed_again(relation, last)) if last.exists %}
  {{ return(tablestore._last_commit(relation, last.exists)) }}
{% endmacro %}

{# The statements that seal a commit of 0.1 again, with what this release records. #}
{% macro _sealed_again(relation, last) %}
  {% set properties = tablestore._earlier_record(relation, last, last.properties) %}
  {% set version = last.snapshot if 'current-snapshot-id' in last.properties else tablestore._rows('describe history ' ~ relation ~ ' limit 1')[0].version | string %}
  {{ return(tablestore.seal_statements({'table': relation | string}, {
    'number': last.number, 'version': version, 'properties': dict(properties, **{'tablestore.kept': '[]'}), 'old_properties': last.old_properties})) }}
{% endmacro %}
