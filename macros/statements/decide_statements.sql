{#
  Decides, after `fold_statements`, what the commit does to each key. Old rows are those of the branch of the commit, so
  of the snapshot that the run has pinned. A batch without rows is not compared with the table, a MERGE that decides
  itself needs none of this, and a batch with the stored rows was decided by the statement that folded it.
#}
{% macro decide_statements(plan, batch, commit) %}
  {% if plan.merge_decides %}
    {{ return([]) }}
  {% endif %}
  {% set branches = plan.table_format.has_branches and not commit.rebuild %}
  {% set begins = [tablestore._branch_begin(plan, plan.table, commit.snapshot)] if branches else [] %}
  {% if plan.has_before %}
    {{ return(begins) }}
  {% endif %}
  {% set folded = 'select * from ' ~ plan.folded_rows %}
  {% if plan.options.input == 'full' and not commit.rebuild and tablestore.has_all_rows() %}
    {% set folded = folded ~ tablestore._missing_rows(plan, tablestore._branch_or_table(plan)) %}
  {% endif %}
  {% if commit.rebuild %}
    {% set query = tablestore.fold_query(plan, tablestore._batch_rows(plan, batch)) | trim %}
    {% set folded = tablestore._indent(query, 2) %}
  {% endif %}
  {% if plan.deletes %}
    {% set folded = tablestore._indent(tablestore._with_deletes_query(plan, folded,
        tablestore._deletes_limit(plan, commit), tablestore.string_literal(commit.properties['tablestore.epoch'])
        if plan.deletes.stored else none, fromjson(commit.properties.get('tablestore.undone', '[]'))) | trim, 2) %}
  {% endif %}
  {% set decided = tablestore.commit_query(plan, folded, commit.rebuild or plan.batch_is_empty,
      tablestore._branch_or_table(plan)) %}
  {{ return(begins + [tablestore._kept_rows(plan, plan.commit_table, decided, commit,
      'fold' if commit.rebuild else 'compare')]) }}
{% endmacro %}
