{#
  Inserts rows into a table, after the deletions, if it is still at a snapshot: on a branch of that, to which the table moves. Otherwise
  the last statement but one fails, and nothing has changed.
#}
{% macro _on_branch(plan, branch, table, snapshot, deletions, rows) %}
  {% set plan, statements = dict(plan, branch=branch), [] %}
  {% do statements.append(tablestore._branch_statement(plan, table, snapshot)) %}
  {% for condition in deletions %}
    {% do statements.append('delete from ' ~ tablestore._branch_of(plan, table) ~ ' where ' ~ condition) %}
  {% endfor %}
  {{ return(statements + [
    'insert into ' ~ tablestore._branch_of(plan, table) ~ '\n' ~ rows,
    tablestore._forward_statement(plan, table),
    tablestore._drop_branch_statement(table, branch),
  ]) }}
{% endmacro %}
