{#
  The statements that begin a changelog: with the rows that a rebuild has written, or those that the run has kept. On Delta, one
  statement that is executed once replaces each table. With branches that statement could be late and take away the changes of later
  commits, so tables with the right columns stay, and their rows are replaced if they are still those that were found. Only tables
  with other columns are replaced. The property `tablestore.log` says whose they are: a late replacement is noticed by that.
#}
{% macro _start_log_statements(plan, commit, found) %}
  {% set log, statements, fits = plan.changelog, [], found.fits if found else false %}
  {% set id = found.log if found else commit.properties['tablestore.run'] %}
  {% for table in tablestore._log_tables(log) %}
    {% set columns = found.tables[table].columns | map(attribute='quoted') | list if fits else none %}
    {% set write = tablestore._log_writes(dict(plan, changelog=dict(log, columns=columns)), commit)[0] %}
    {% set rows = write.rows ~ ('' if table == write.table else '\nwhere false') %}
    {% if fits %}
      {% do statements.extend(tablestore._on_branch(plan, found.branch, table, found.tables[table].snapshot, ['true'], rows)) %}
    {% else %}
      {% set created = tablestore.create_log_table(plan, table, rows, id, replaces=not plan.branch or (found and found.tables)) %}
      {% do statements.extend([created] if plan.branch else tablestore._identified(created, commit, plan)) %}
    {% endif %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
