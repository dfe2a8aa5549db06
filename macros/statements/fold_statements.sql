{#
  Evaluates the SELECT once, and folds its rows to one row per key. Spark takes cached rows for every query of the same
  plan, so the query of rows in memory has the id of the commit: a later run never gets the rows of a run that failed. A
  rebuild looks up no rows, and a batch that has the stored ones beside its own is decided in the statement that folds
  it.
#}
{% macro fold_statements(plan, batch, commit) %}
  {% set statements = [] %}
  {% if plan.changelog and plan.changelog.input_table %}
    {% do statements.append(tablestore._kept_rows(plan, plan.changelog.input_table,
        tablestore._input_rows_query(plan, batch), commit, 'fold')) %}
  {% endif %}
  {% if plan.versions and plan.versions.rows and not plan.versions.kept_by %}
    {% do statements.append(tablestore._kept_rows(plan, plan.versions.rows, batch, commit, 'fold')) %}
  {% endif %}
  {% if commit.rebuild %}
    {{ return(statements) }}
  {% endif %}
  {% set fold = tablestore.fold_query(plan, tablestore._batch_rows(plan, batch)) | trim %}
  {% set fold = tablestore.commit_query(plan, tablestore._indent(fold, 2)) if plan.has_before else fold %}
  {{ return(statements + [tablestore._kept_rows(plan, plan.folded_rows, fold, commit, 'fold')]) }}
{% endmacro %}
