{#
  Applies the staged commit to the table. Existing keys and new keys are written by different statements: a merge without
  inserts reads only the keys of the batch, and an insert reads nothing from the table. One merge for both would read the
  whole table.

    counts  rows_inserted, rows_updated, rows_deleted, and, if rows expire, rows_merged and rows_added; a statement
            without rows is left out
    again   true if an earlier run may have applied the commit: then one merge inserts only missing keys
#}
{% macro apply_statements(plan, counts, again=false) %}
  {% if again %}
    {{ return([tablestore.merge_statement(plan, insert=true)]) }}
  {% endif %}
  {% set statements = [] %}
  {% if (counts.rows_merged if plan.expiry else counts.rows_updated or counts.rows_deleted) %}
    {% do statements.append(tablestore.merge_statement(plan)) %}
  {% endif %}
  {% if (counts.rows_added if plan.expiry else counts.rows_inserted) %}
    {% do statements.append(tablestore.insert_statement(plan)) %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}
