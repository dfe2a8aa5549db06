{# Who writes a table, for Delta: one name for all runs, so that the serials of their commits are compared. #}
{% macro _writer_of(relation) %}
  {{ return('tablestore-' ~ local_md5(relation | string)[:16]) }}
{% endmacro %}
