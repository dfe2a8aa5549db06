{# Statements as one script, for target/run and for show_merge_sql. #}
{% macro script(statements) %}
  {{ return(statements | map(attribute='sql') | map('trim') | join(';\n\n') ~ ';\n') }}
{% endmacro %}
