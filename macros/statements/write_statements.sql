{#
  Writes a decided commit aside: its changes to the branch of the changelog, its rows to the branch of the table. On a format
  without branches, nothing is written aside. Readers see none of it until `switch_statements`.

  Existing keys and new keys are written by different statements: a merge without inserts reads only the keys of the batch, and
  an insert reads nothing from the table. The insert is the last statement, also without rows: its snapshot has the record.

    counts  those of `count_query`
#}
{% macro write_statements(plan, commit, counts) %}
  {% if commit.rebuild or not tablestore.formats()[plan.format].has_branches %}
    {{ return([]) }}
  {% endif %}
  {% set statements, log = [], plan.changelog %}
  {% if log and not commit.starts_changelog %}
    {% for write in tablestore._log_writes(plan, commit) %}
      {% set branch = tablestore._branch_of(plan, write.table) %}
      {% do statements.extend([tablestore._branch_statement(plan, write.table), 'insert into ' ~ branch ~ '\n' ~ write.rows]) %}
    {% endfor %}
  {% endif %}
  {% set merges = tablestore._rows_merged(plan, counts) %}
  {% set branch = tablestore._branch_of(plan, plan.table) %}
  {% do statements.append(tablestore.merge_statement(plan, branch)) if merges %}
  {{ return(statements + [tablestore.insert_statement(plan, branch, tablestore._record_clause(commit))]) }}
{% endmacro %}
