{#
  Finishes the commit that an earlier run claimed and did not seal, and returns the last commit of the table. It may have been
  applied in part or completely.
#}
{% macro _roll_forward(node, relation, last, id) %}
  {% set stage = tablestore._side_table(relation, '__commit_' ~ id, last.side_schema) %}
  {% set properties = tablestore._commit_properties(tablestore._table_properties(stage)) %}
  {% set plan = tablestore._staged_plan(node, relation, last, properties) %}
  {% set commit = tablestore._commit_from_properties(relation, last, false, properties) %}
  {% do log(node.name ~ ': rolling forward commit ' ~ commit.number ~ ', which an earlier run (' ~ tablestore._run_of(properties)
      ~ ') left unfinished', info=true) %}
  {% set counts = tablestore._rows(tablestore.count_query(plan))[0] %}
  {% do tablestore._run(tablestore.finish_statements(plan, counts, commit, again=true)) %}
  {% do tablestore._run(tablestore.release_statements(plan, commit)) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {{ return(tablestore._last_commit(relation, true)) }}
{% endmacro %}
