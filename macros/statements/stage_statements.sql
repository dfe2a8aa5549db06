{#
  Evaluates the SELECT once and stages the commit in `<model>__commit`. An incremental commit first writes the folded batch,
  under commit number 0, which no run takes for a staged commit: so the old rows are looked up with a table whose size Spark
  knows, and not with the model's query. Replacing the table keeps its history; every twentieth commit drops it with its
  files.
#}
{% macro stage_statements(plan, batch, commit) %}
  {% set statements, engine = [], tablestore._engine(plan) %}
  {% if plan.changelog and plan.changelog.input_table %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.changelog.input_table, tablestore._input_rows_query(plan, batch))) %}
    {% set batch = 'select * except (_kind) from ' ~ plan.changelog.input_table %}
  {% endif %}
  {% set fold = tablestore.fold_query(plan, batch, engine) | trim %}
  {% if commit.number % 20 == 0 %}
    {% do statements.append(tablestore.formats()[plan.format].drop | replace('{table}', plan.commit_table)) %}
  {% endif %}
  {% if commit.rebuild %}
    {% set staged = tablestore.commit_query(plan, '(\n  ' ~ tablestore._indent(fold, 2) ~ '\n)', rebuild=true, engine=engine) %}
  {% else %}
    {% set unstaged = dict(commit.properties, **{'tablestore.commit': 0}) %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.commit_table, fold, unstaged)) %}
    {% set staged = tablestore.commit_query(plan, plan.commit_table, engine=engine) %}
  {% endif %}
  {% do statements.append(tablestore.create_staging_table(plan, plan.commit_table, staged, commit.properties)) %}
  {{ return(statements) }}
{% endmacro %}
