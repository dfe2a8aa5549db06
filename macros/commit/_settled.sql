{#
  The last commit of a table, with which a run begins. If an earlier run was stopped after its commit had become part of the
  table, and before it was published, it is published first.
#}
{% macro _settled(node, relation, existing) %}
  {% set last = tablestore._taken_over(node, relation, tablestore._last_commit(relation, existing)) %}
  {% set found = tablestore._unpublished(relation, last) %}
  {% if not found %}
    {{ return(last) }}
  {% endif %}
  {% set record = found.record %}
  {% do log(node.name ~ ': publishing commit ' ~ record['tablestore.commit'] ~ ' of an earlier run (' ~ tablestore._run_of(record)
      ~ '), which was stopped before it did', info=true) %}
  {% set commit = dict(tablestore._commit_from_properties(relation, last, last.switched is not none, record), version=found.version) %}
  {% set plan = tablestore._recorded_plan(node, relation, record, commit) %}
  {% do tablestore._publish(node, relation, plan, commit, again=true) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {{ return(tablestore._settled(node, relation, true)) }}
{% endmacro %}
