{# The table as it was after a commit, or at a time after it, each row as +I. Rows that had expired then are left out. #}
{% macro _snapshot_as_of(upstream, commit, timestamp, subject) %}
  {% if upstream.ttl %}
    {% set rows = tablestore._unexpired_as_of(upstream, commit, timestamp, subject) %}
  {% else %}
    {% set rows = '(\n' ~ tablestore._rows_as_of(upstream, commit) | indent(4, true) ~ '\n  )' %}
  {% endif %}
  {{ return(tablestore._as_inserts(rows, commit, none)) }}
{% endmacro %}
