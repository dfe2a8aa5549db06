{#
  Evaluates the SELECT once and stages the commit in a table of its own, which no other run writes. It first drops the staged
  rows of the last commit: a run that still executes statements of that commit fails then, instead of undoing this one. An
  incremental commit first writes the folded batch to the same table: so the old rows are looked up with a table whose size
  Spark knows, and not with the model's query.
#}
{% macro stage_statements(plan, batch, commit) %}
  {% set statements, engine = [], tablestore._engine(plan) %}
  {% for table in commit.former_stages %}
    {% do statements.append(tablestore.formats()[plan.format].drop | replace('{table}', table)) %}
  {% endfor %}
  {% if plan.changelog and plan.changelog.input_table %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.changelog.input_table, tablestore._input_rows_query(plan, batch), tablestore._stage_properties(commit))) %}
    {% set batch = 'select * except (_kind) from ' ~ plan.changelog.input_table %}
  {% endif %}
  {% set fold = tablestore.fold_query(plan, batch, engine) | trim %}
  {% if commit.rebuild %}
    {% set staged = tablestore.commit_query(plan, '(\n  ' ~ tablestore._indent(fold, 2) ~ '\n)', rebuild=true, engine=engine) %}
  {% else %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.commit_table, fold, tablestore._stage_properties(commit))) %}
    {% set staged = tablestore.commit_query(plan, plan.commit_table, engine=engine) %}
  {% endif %}
  {% do statements.append(tablestore.create_staging_table(plan, plan.commit_table, staged, commit.properties)) %}
  {{ return(statements) }}
{% endmacro %}

{# What a table with rows that are not staged yet says about itself, so that it can be dropped if the run is killed. #}
{% macro _stage_properties(commit) %}
  {% set properties = {} %}
  {% for name in ['tablestore.format', 'tablestore.committed-at'] %}
    {% do properties.update({name: commit.properties[name]}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
