{# The table as it was after a commit, each row as +I. #}
{% macro _snapshot_as_of(upstream, commit) %}
  {% set rows = '(\n' ~ tablestore._rows_as_of(upstream, commit) | indent(4, true) ~ '\n  )' %}
  {{ return(tablestore._as_inserts(rows, commit, none)) }}
{% endmacro %}
