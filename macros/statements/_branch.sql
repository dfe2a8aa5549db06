{#
  Inserts rows into a table, after the deletions, if it is still at a snapshot: on a branch of that, to which the table
  moves. Otherwise the last statement but one fails, and nothing has changed.

    rows  what follows the name of the table in INSERT
    step  the step of the commit that this is, see `_run`
#}
{% macro _branch_insert(plan, branch, table, snapshot, deletions, rows, step) %}
  {% set plan = dict(plan, branch=branch) %}
  {% set statements, target = [tablestore._branch_begin(plan, table, snapshot, step)],
      tablestore._branch_of(plan, table) %}
  {% set writes = {'step': step, 'branch': branch, 'reads': plan.kept_tables} %}
  {% for condition in deletions %}
    {% do statements.append(dict(writes, sql='delete from ' ~ target ~ ' where ' ~ condition)) %}
  {% endfor %}
  {{ return(statements + [
    dict(writes, sql='insert into ' ~ target ~ ' ' ~ rows),
    tablestore._branch_forward(plan, table, step),
    tablestore._branch_drop(table, branch),
  ]) }}
{% endmacro %}

{#
  Begins the branch of a commit, at a snapshot of the table or where it is. The names of branches are our own, see
  `_commit_id`: they have letters, digits and underscores.
#}
{% macro _branch_begin(plan, table, snapshot=none, step='pin') %}
  {{ return({'step': step, 'kind': 'create_branch', 'table': table | string, 'branch': plan.branch,
      'snapshot': snapshot, 'sql': 'alter table ' ~ table ~ ' create branch `' ~ plan.branch ~ '`'
          ~ (' as of version ' ~ snapshot if snapshot else '')}) }}
{% endmacro %}

{# The branch of a table that a commit is written to, as a table name. #}
{% macro _branch_of(plan, table) %}
  {{ return(table ~ '.`branch_' ~ plan.branch ~ '`') }}
{% endmacro %}

{#
  Moves a table to its branch of a commit. Iceberg does that wherever the table is before the branch, also after it went
  back; with a `snapshot`, the adapter first looks whether the table still has that.
#}
{% macro _branch_forward(plan, table, step='publish', snapshot=none) %}
  {{ return({'step': step, 'kind': 'move_to_branch', 'table': table | string, 'branch': plan.branch,
      'snapshot': snapshot, 'sql': 'call ' ~ (plan.catalog ~ '.' if plan.catalog else '')
          ~ 'system.fast_forward(table => ' ~ tablestore.string_literal(table) ~ ", branch => 'main', to => '"
          ~ plan.branch ~ "')"}) }}
{% endmacro %}

{# Drops a branch of a table, if it is there. #}
{% macro _branch_drop(table, branch) %}
  {{ return({'step': 'clean', 'kind': 'drop_branch', 'table': table | string, 'branch': branch,
      'sql': 'alter table ' ~ table ~ ' drop branch if exists `' ~ branch ~ '`'}) }}
{% endmacro %}

{# What a commit writes to: a branch of the table, or the table itself. #}
{% macro _branch_or_table(plan) %}
  {{ return(tablestore._branch_of(plan, plan.table) if plan.branch else plan.table) }}
{% endmacro %}
