{#
  The changes of a commit become part of the changelog. With branches they are written, and the changelog moves to the branch of the
  run. If it cannot, because another run or a compaction has moved it, another branch of it gets the changes, unless it has them.
  Elsewhere they are inserted once.

    found  what `_found_logs` has found, if it has looked
#}
{% macro publish_log_statements(plan, commit, found={}) %}
  {% set log, statements = plan.changelog, [] %}
  {% if not log %}
    {{ return([]) }}
  {% elif commit.starts_changelog %}
    {{ return(tablestore._start_log_statements(plan, commit, found)) }}
  {% endif %}
  {% for write in tablestore._log_writes(plan, commit) %}
    {% set state = found.tables[write.table] if found else none %}
    {% if not plan.branch %}
      {% do statements.append(tablestore._insert_once(write.table, write.columns, write.rows, commit)) %}
    {% elif not state %}
      {% do statements.append(tablestore._forward_statement(plan, write.table)) %}
    {% elif state.has_branch and not state.has_rows %}
      {% set rows = 'select *\nfrom ' ~ tablestore._branch_of(plan, write.table) ~ '\nwhere _commit = ' ~ commit.number %}
      {% do statements.extend(tablestore._on_branch(plan, found.branch, write.table, state.snapshot, [], rows)) %}
    {% endif %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
