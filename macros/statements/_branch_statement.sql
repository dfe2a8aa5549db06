{# Begins the branch of a commit, at a snapshot of the table or where it is. #}
{% macro _branch_statement(plan, table, snapshot=none) %}
  {{ return('alter table ' ~ table ~ ' create branch ' ~ tablestore._quote(plan.branch) ~ (' as of version ' ~ snapshot if snapshot else '')) }}
{% endmacro %}
