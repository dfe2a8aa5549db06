{#
  Decides, after `fold_statements`, what the commit does to each key. Old rows are those of the branch of the commit, so
  of the snapshot that the run has pinned. A batch without rows is not compared with the table, and neither is one of a
  MERGE that decides itself.
#}
{% macro decide_statements(plan, batch, commit) %}
  {% set folded = plan.folded_rows %}
  {% if commit.rebuild %}
    {% set query = tablestore.fold_query(plan, tablestore._batch_rows(plan, batch)) | trim %}
    {% set folded = '(\n  ' ~ tablestore._indent(query, 2) ~ '\n)' %}
  {% endif %}
  {% set branches = plan.table_format.has_branches and not commit.rebuild %}
  {% set begins = [tablestore._branch_begin(plan, plan.table, commit.snapshot)] if branches else [] %}
  {% if plan.merge_decides %}
    {{ return(begins) }}
  {% endif %}
  {% set decided = tablestore.commit_query(plan, folded, commit.rebuild or plan.batch_is_empty,
      tablestore._branch_or_table(plan)) %}
  {{ return(begins + [tablestore._kept_rows(plan, plan.commit_table, decided, commit)]) }}
{% endmacro %}
