{# Drops what the commit was written to: its branches, and the tables of its run. #}
{% macro _clean_statements(plan, commit) %}
  {% set statements, branches = [], plan.table_format.has_branches %}
  {% set tables = [plan.table] + (tablestore._log_tables(plan.changelog) if not commit.starts_changelog else []) %}
  {% for table in tables if branches and not commit.rebuild %}
    {% do statements.append(tablestore._branch_drop(table, plan.branch)) %}
  {% endfor %}
  {% for table in plan.kept_tables %}
    {% do statements.append(tablestore._drop_statement(plan.table_format, table)) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
