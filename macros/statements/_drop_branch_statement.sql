{# Drops a branch of a table, if it is there. #}
{% macro _drop_branch_statement(table, branch) %}
  {{ return('alter table ' ~ table ~ ' drop branch if exists ' ~ tablestore._quote(branch)) }}
{% endmacro %}
