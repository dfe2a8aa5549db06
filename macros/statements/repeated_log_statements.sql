{#
  The statements that write the changes of a commit to its changelog, of which an earlier run may have written them, or a part:
  each table of the changelog gets all of them or none. With branches, the statements fail if another run does the same meanwhile.
#}
{% macro repeated_log_statements(plan, commit) %}
  {% set log, statements, moves = plan.changelog, [], [] %}
  {% set branches = tablestore.formats()[plan.format].has_branches %}
  {% set writes = tablestore._log_writes(plan, commit) if log else [] %}
  {% if log and commit.starts_changelog %}
    {% for table in tablestore._log_tables(log) %}
      {% do statements.append(tablestore.create_log_table(plan, table, writes[0].rows ~ ('' if table == writes[0].table else '\nwhere false'), commit.properties['tablestore.log'], replaces=true)) %}
    {% endfor %}
    {{ return(statements) }}
  {% endif %}
  {% for write in writes %}
    {% set target = tablestore._branch_of(plan, write.table) if branches else write.table %}
    {% set rows = write.rows ~ '\nwhere not exists (select 1 from ' ~ target ~ ' where _commit = ' ~ commit.number ~ ')' %}
    {% do statements.extend([tablestore._branch_statement(plan, write.table), 'insert into ' ~ target ~ '\n' ~ rows] if branches
        else [tablestore._insert_once(target, write.columns, rows, commit)]) %}
    {% do moves.extend([tablestore._forward_statement(plan, write.table)] if branches else []) %}
  {% endfor %}
  {{ return(statements + moves) }}
{% endmacro %}
