{#
  Decides, after `fold_statements`, what the commit does to each key. Old rows are those of the branch of the commit, so of the
  snapshot that the run has pinned. A batch without rows is not compared with the table, and neither
  is one of a MERGE that decides itself.
#}
{% macro decide_statements(plan, batch, commit) %}
  {% set engine, folded = tablestore._engine(plan), tablestore._folded_rows(plan) %}
  {% if commit.rebuild %}
    {% set folded = '(\n  ' ~ tablestore._indent(tablestore.fold_query(plan, tablestore._batch_rows(plan, batch), engine) | trim, 2) ~ '\n)' %}
  {% endif %}
  {% set branches = tablestore.formats()[plan.format].has_branches and not commit.rebuild %}
  {% set begins = [tablestore._branch_statement(plan, plan.table, commit.snapshot)] if branches else [] %}
  {% if plan.merge_decides %}
    {{ return(begins) }}
  {% endif %}
  {% set decided = tablestore.commit_query(plan, folded, rebuild=commit.rebuild or plan.batch_is_empty, engine=engine) %}
  {{ return(begins + [tablestore._kept_rows(plan, plan.commit_table, decided, commit)]) }}
{% endmacro %}
