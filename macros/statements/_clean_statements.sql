{# Drops what the commit was written to: its branches, and the tables of its run. #}
{% macro _clean_statements(plan, commit) %}
  {% set statements, format, log = [], tablestore.formats()[plan.format], plan.changelog %}
  {% set tables = [plan.table] + ([log.table] + ([log.pending_table] if log.pending_table else []) if log and not commit.starts_changelog else []) %}
  {% for table in tables if format.has_branches and not commit.rebuild %}
    {% do statements.append(tablestore._drop_branch_statement(table, plan.branch)) %}
  {% endfor %}
  {% for table in plan.kept_tables %}
    {% do statements.append(format.drop | replace('{table}', table)) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
