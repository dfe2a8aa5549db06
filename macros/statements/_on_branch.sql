{#
  Writes to a new branch of a table, and moves the table to it. Readers see all of the commit or nothing. If the table has
  changed since the branch was made, because another run has applied a commit, it is not moved. With `snapshot`, it is not
  moved either if the table has changed since this snapshot.
#}
{% macro _on_branch(plan, table, statements, snapshot=none) %}
  {% set alter, name = 'alter table ' ~ table, tablestore._quote(plan.branch) %}
  {% set move = 'call ' ~ (plan.catalog ~ '.' if plan.catalog else '') ~ 'system.fast_forward(table => '
      ~ tablestore._string_literal(table) ~ ", branch => 'main', to => " ~ tablestore._string_literal(plan.branch) ~ ')' %}
  {{ return([alter ~ ' create or replace branch ' ~ name ~ (' as of version ' ~ snapshot if snapshot else '')] + statements + [move, alter ~ ' drop branch if exists ' ~ name]) }}
{% endmacro %}
