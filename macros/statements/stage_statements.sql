{#
  Stages the commit in a table of its own, which no other run writes, after `fold_statements`. A batch without rows is not
  compared with the table.
#}
{% macro stage_statements(plan, batch, commit) %}
  {% set engine = tablestore._engine(plan) %}
  {% if commit.rebuild %}
    {% set fold = tablestore.fold_query(plan, tablestore._staged_batch(plan, batch), engine) | trim %}
    {% set staged = tablestore.commit_query(plan, '(\n  ' ~ tablestore._indent(fold, 2) ~ '\n)', rebuild=true, engine=engine) %}
    {{ return([tablestore.create_staging_table(plan, plan.commit_table, staged, commit.properties)]) }}
  {% endif %}
  {% set staged = tablestore.commit_query(plan, plan.folded_view or plan.commit_table, rebuild=plan.batch_is_empty, engine=engine) %}
  {% set statements = [tablestore.create_staging_table(plan, plan.commit_table, staged, commit.properties, replaced=not plan.folded_view)] %}
  {{ return(statements + (['drop view ' ~ plan.folded_view] if plan.folded_view else [])) }}
{% endmacro %}
