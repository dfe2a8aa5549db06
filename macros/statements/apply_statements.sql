{#
  The staged commit into the table. Known keys and new keys go apart: a merge without inserts looks up the batch's
  keys only, and an insert reads nothing of the table; one merge doing both would read all of it.

    counts  rows_inserted, rows_updated, rows_deleted, and where rows expire rows_merged and rows_added: a statement
            without rows is left out
    again   true when an earlier run may have applied the commit already: then one merge that inserts only what is absent
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
