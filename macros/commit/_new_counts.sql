{# The counts that the table of commits, made by an earlier release, has no column for. #}
{% macro _new_counts(history, last, counts) %}
  {{ return(counts | reject('in', tablestore._stored_counts(history, last)) | list) }}
{% endmacro %}
