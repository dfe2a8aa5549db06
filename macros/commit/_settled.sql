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
  {% set record, lost = found.record, tablestore._lost_changes(relation, found.record) %}
  {% do log(node.name ~ ': publishing commit ' ~ record['tablestore.commit'] ~ ' of an earlier run (' ~ tablestore._run_of(record)
      ~ '), which was stopped before it did', info=true) %}
  {% if lost %}
    {% do exceptions.warn(node.name ~ ': the changes of commit ' ~ record['tablestore.commit'] ~ ' are lost, because ' ~ lost
        ~ '; the changelog starts again, and the models that read it must be rebuilt: dbt run --full-refresh --select ' ~ node.name ~ '+ --exclude ' ~ node.name) %}
    {% do record.update({'tablestore.changelog-start': record['tablestore.commit'], 'tablestore.changelog-complete': 'false'}) %}
  {% endif %}
  {% set commit = dict(tablestore._commit_from_properties(relation, last, last.switched is not none, record), version=found.version) %}
  {% set plan = tablestore._recorded_plan(node, relation, record, commit, lost) %}
  {% set moves = plan.changelog and not commit.starts_changelog and tablestore.formats()[plan.format].has_branches %}
  {% set logging = [] if lost or not plan.changelog else tablestore._moved_log_statements(plan, relation, commit) if moves
      else tablestore.publish_log_statements(plan, commit) %}
  {% do tablestore._run_with_settings(tablestore.publish_statements(plan, commit, logging, again=true)) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {{ return(tablestore._last_commit(relation, true)) }}
{% endmacro %}

{#
  The statements that publish changes which an earlier run has written to a branch of the changelog. The changelog may have moved
  since, because a compaction does that: then a new branch gets the rows, unless the changelog has them.
#}
{% macro _moved_log_statements(plan, relation, commit) %}
  {% set statements, log, own = [], plan.changelog, dict(plan, branch='publish_' ~ tablestore._commit_id(relation)) %}
  {% for table in [log.table] + ([log.pending_table] if log.pending_table else []) %}
    {% set rows = ' where _commit = ' ~ commit.number %}
    {% set branches = tablestore._rows("select name from " ~ table ~ ".refs where name = '" ~ plan.branch ~ "'") %}
    {% set snapshot = tablestore._table_properties(table).get('current-snapshot-id') %}
    {% if branches and not tablestore._rows('select 1 as found from ' ~ table ~ ' version as of ' ~ snapshot ~ rows ~ ' limit 1') %}
      {% do statements.extend([
        tablestore._branch_statement(own, table, snapshot),
        'insert into ' ~ tablestore._branch_of(own, table) ~ '\nselect *\nfrom ' ~ tablestore._branch_of(plan, table) ~ rows,
        tablestore._forward_statement(own, table),
        'alter table ' ~ table ~ ' drop branch if exists ' ~ tablestore._quote(own.branch),
      ]) %}
    {% endif %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
