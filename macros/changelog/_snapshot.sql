{# The table as it is now, each row as +I. #}
{% macro _snapshot(upstream, reader) %}
  {% set rows = tablestore._snapshot_rows(upstream) %}
  {{ return(tablestore._as_inserts(rows, upstream.until, upstream.committed_at, tablestore._read_annotation(upstream, reader, none))) }}
{% endmacro %}
