{# What puts the record of a commit into the summary of a snapshot. #}
{% macro _record_clause(commit) %}
  {{ return('with (`snapshot-property.tablestore.commit` = ' ~ tablestore._string_literal(tablestore._record_text(commit)) ~ ')') }}
{% endmacro %}
