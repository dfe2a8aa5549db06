{#
  Evaluates the SELECT once, and folds its rows to one row per key. Spark takes cached rows for every query of the same plan, so
  the query of rows in memory has the id of the commit: a later run never gets the rows of a run that failed. A rebuild looks up
  no rows: it folds and decides in one statement.
#}
{% macro fold_statements(plan, batch, commit) %}
  {% set statements = [] %}
  {% if plan.changelog and plan.changelog.input_table %}
    {% do statements.append(tablestore._kept_rows(plan, plan.changelog.input_table, tablestore._input_rows_query(plan, batch), commit)) %}
  {% endif %}
  {% if commit.rebuild %}
    {{ return(statements) }}
  {% endif %}
  {% set fold = tablestore.fold_query(plan, tablestore._batch_rows(plan, batch)) | trim %}
  {{ return(statements + [tablestore._kept_rows(plan, plan.folded_view or plan.commit_table, fold, commit)]) }}
{% endmacro %}

{# The rows of the batch: those that the changelog of inputs has kept, or the model's query. #}
{% macro _batch_rows(plan, batch) %}
  {{ return('select * except (_kind) from ' ~ plan.changelog.input_table if plan.changelog and plan.changelog.input_table else batch) }}
{% endmacro %}

{# Rows that live for one commit: in memory as a view, or as a table of the run, see `_of_commit`. #}
{% macro _kept_rows(plan, name, query, commit) %}
  {% if name not in plan.kept_tables %}
    {{ return('cache lazy table ' ~ name ~ ' as\nselect *\nfrom (\n  ' ~ tablestore._indent(query | trim, 2) ~ '\n)\nwhere '
        ~ tablestore._string_literal(commit.properties['tablestore.run']) ~ ' is not null') }}
  {% endif %}
  {% set properties = {'tablestore.format': plan.format, 'tablestore.made-at': commit.properties['tablestore.made-at']} %}
  {{ return('create or replace table ' ~ name ~ '\nusing ' ~ tablestore.formats()[plan.format].using ~ '\ntblproperties '
      ~ tablestore._property_list(properties) ~ '\nas\n' ~ query | trim) }}
{% endmacro %}
