{# The statements of one commit as one text, for target/run and for show_merge_sql. #}
{% macro _script(plan, batch, counts, commit) %}
  {% set statements = tablestore.stage_statements(plan, batch, commit) + [tablestore.count_query(plan)]
      + tablestore.finish_statements(plan, counts, commit) %}
  {{ return(statements | map('trim') | join(';\n\n') ~ ';\n') }}
{% endmacro %}
