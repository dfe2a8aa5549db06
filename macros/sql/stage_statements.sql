{#
  The SELECT evaluated once and the commit decided. An incremental commit writes the folded batch first: the old rows
  are then looked up by a table of known size instead of by the model's query.
#}
{% macro stage_statements(plan, batch, commit) %}
  {% set fold = tablestore.fold_query(plan, batch) | trim %}
  {% set drop = tablestore.formats()[plan.format].drop %}
  {% set drop_commit = drop | replace('{table}', plan.commit_table) %}
  {% if commit.rebuild %}
    {% set folded = '(\n' ~ fold | indent(4, true) ~ '\n  )' %}
    {{ return([
      drop_commit,
      tablestore.create_staging_table(plan, plan.commit_table,
        tablestore.commit_query(plan, folded, rebuild=true), commit.properties),
    ]) }}
  {% endif %}
  {% set drop_batch = drop | replace('{table}', plan.batch_table) %}
  {{ return([
    drop_commit,
    tablestore.create_staging_table(plan, plan.batch_table, fold),
    tablestore.create_staging_table(plan, plan.commit_table,
      tablestore.commit_query(plan, plan.batch_table), commit.properties),
    drop_batch,
  ]) }}
{% endmacro %}
