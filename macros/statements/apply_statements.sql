{#
  Applies the staged commit to the table. Existing keys and new keys are written by different statements: a merge without
  inserts reads only the keys of the batch, and an insert reads nothing from the table. One merge for both would read the
  whole table.

    counts  rows_inserted, rows_updated, rows_deleted, and, if rows expire, rows_merged and rows_added; a statement
            without rows is left out
    again   true if an earlier run may have applied the commit: then one merge inserts only missing keys
#}
{% macro apply_statements(plan, commit, counts, again=false) %}
  {% set merges = counts.rows_merged if plan.expiry else counts.rows_updated or counts.rows_deleted %}
  {% set inserts = counts.rows_added if plan.expiry else counts.rows_inserted %}
  {% if not tablestore.formats()[plan.format].has_branches %}
    {% set merging = [tablestore.merge_statement(plan)] if merges else [] %}
    {{ return(merging + ([tablestore.insert_statement(plan, commit)] if inserts else [])) }}
  {% elif not inserts %}
    {{ return([tablestore.merge_statement(plan)] if merges else []) }}
  {% endif %}
  {% set branch = plan.table ~ '.' ~ tablestore._quote('branch_' ~ plan.branch) %}
  {% set writing = [tablestore.merge_statement(plan, branch)] if merges else [] %}
  {% set writing = [tablestore.merge_statement(plan, branch, insert=true)] if again else writing + [tablestore.insert_statement(plan, commit, branch)] %}
  {{ return(tablestore._on_branch(plan, writing)) }}
{% endmacro %}

{#
  Writes to a new branch of the table, and moves the table to it. Readers see all of the commit or nothing. If the table has
  changed since the branch was made, because another run has applied a commit, it is not moved.
#}
{% macro _on_branch(plan, statements) %}
  {% set alter, name = 'alter table ' ~ plan.table, tablestore._quote(plan.branch) %}
  {% set move = 'call ' ~ (plan.catalog ~ '.' if plan.catalog else '') ~ 'system.fast_forward(table => '
      ~ tablestore._string_literal(plan.table) ~ ", branch => 'main', to => " ~ tablestore._string_literal(plan.branch) ~ ')' %}
  {{ return([alter ~ ' create or replace branch ' ~ name] + statements + [move, alter ~ ' drop branch if exists ' ~ name]) }}
{% endmacro %}
