{#
  Evaluates the SELECT once, and folds its rows to one row per key. First it drops the staged rows of the last commit: a run
  that still executes statements of that commit fails then, instead of undoing this one.

  The folded batch is in memory where Spark runs in one process, and otherwise in the table of the staged commit, which
  `stage_statements` replaces. Spark takes cached rows for every query of the same plan, so its query has the id of the commit: a later
  run never gets the rows of a run that failed. So the old rows are looked up with rows whose size Spark knows, and not with the model's query.
  A rebuild looks up no rows: it folds and stages in one statement.
#}
{% macro fold_statements(plan, batch, commit) %}
  {% set statements = [] %}
  {% for table in commit.former_stages %}
    {% do statements.append(tablestore.formats()[plan.format].drop | replace('{table}', table)) %}
  {% endfor %}
  {% if plan.changelog and plan.changelog.input_table %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.changelog.input_table, tablestore._input_rows_query(plan, batch), tablestore._stage_properties(commit))) %}
  {% endif %}
  {% if commit.rebuild %}
    {{ return(statements) }}
  {% endif %}
  {% set fold = tablestore.fold_query(plan, tablestore._staged_batch(plan, batch)) | trim %}
  {% if plan.folded_view %}
    {{ return(statements + ['cache lazy table ' ~ plan.folded_view ~ ' as\nselect *\nfrom (\n  ' ~ tablestore._indent(fold, 2) ~ '\n)\nwhere '
        ~ tablestore._string_literal(commit.properties['tablestore.staged']) ~ ' is not null']) }}
  {% endif %}
  {{ return(statements + [tablestore.create_staging_table(plan, plan.commit_table, fold, tablestore._stage_properties(commit), replaced=true)]) }}
{% endmacro %}

{# What a table with rows that are not staged yet says about itself, so that it can be dropped if the run is killed. #}
{% macro _stage_properties(commit) %}
  {% set properties = {} %}
  {% for name in ['tablestore.format', 'tablestore.staged-at'] %}
    {% do properties.update({name: commit.properties[name]}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
