{#
  The SELECT evaluated once and the commit decided, both in `<model>__commit`. An incremental commit writes the folded
  batch first, under number 0, which no run takes for a decision: so the old rows are looked up by a table of known size
  and not by the model's query. Replacing the table keeps its history; every twentieth commit drops it with its files.
#}
{% macro stage_statements(plan, batch, commit) %}
  {% set statements = [] %}
  {% if plan.changelog and plan.changelog.input %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.changelog.input, tablestore._input_rows_query(plan, batch))) %}
    {% set batch = 'select * except (_kind) from ' ~ plan.changelog.input %}
  {% endif %}
  {% set fold = tablestore.fold_query(plan, batch) | trim %}
  {% if commit.number % 20 == 0 %}
    {% do statements.append(tablestore.formats()[plan.format].drop | replace('{table}', plan.commit_table)) %}
  {% endif %}
  {% if commit.rebuild %}
    {% set folded = '(\n    ' ~ tablestore._indent(fold, 4) ~ '\n  )' %}
    {% set decided = tablestore.commit_query(plan, folded, rebuild=true) %}
  {% else %}
    {% set undecided = dict(commit.properties, **{'tablestore.commit': 0}) %}
    {% do statements.append(tablestore.create_staging_table(plan, plan.commit_table, fold, undecided)) %}
    {% set decided = tablestore.commit_query(plan, plan.commit_table) %}
  {% endif %}
  {% do statements.append(tablestore.create_staging_table(plan, plan.commit_table, decided, commit.properties)) %}
  {{ return(statements) }}
{% endmacro %}
