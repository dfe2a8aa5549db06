{#
  Applies the staged commit to the table, so that a reader sees all of it or nothing. On a format with branches, existing
  keys and new keys are written by different statements, to a branch: a merge without inserts reads only the keys of the
  batch, and an insert reads nothing from the table. Elsewhere one merge writes both; commits with only new keys are inserted.

    counts  rows_inserted, rows_updated, rows_deleted, and, if rows expire, rows_merged and rows_added; a statement
            without rows is left out
    again   true if another run may have applied the commit: then one merge inserts only missing keys

  The branch begins at the snapshot that the claim was granted at. It does not have the commit, unless `again` says so; a
  later snapshot may have it, when another run has completed it meanwhile, and an insert would insert its keys twice.
#}
{% macro apply_statements(plan, commit, counts, again=false) %}
  {% set merges = counts.rows_merged if plan.expiry else counts.rows_updated or counts.rows_deleted %}
  {% set inserts = counts.rows_added if plan.expiry else counts.rows_inserted %}
  {% if not tablestore.formats()[plan.format].has_branches %}
    {% set merging = [tablestore.merge_statement(plan, insert=inserts > 0)] if merges else [] %}
    {{ return(merging or ([tablestore.insert_statement(plan, commit)] if inserts else [])) }}
  {% elif not inserts %}
    {{ return([tablestore.merge_statement(plan)] if merges else []) }}
  {% endif %}
  {% set branch = tablestore._branch_of(plan, plan.table) %}
  {% set again = again or not commit.snapshot %}
  {% set writing = [tablestore.merge_statement(plan, branch)] if merges else [] %}
  {% set writing = [tablestore.merge_statement(plan, branch, insert=true)] if again else writing + [tablestore.insert_statement(plan, commit, branch)] %}
  {{ return(tablestore._on_branch(plan, plan.table, writing, commit.snapshot)) }}
{% endmacro %}
