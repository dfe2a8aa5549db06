{#
  Those of these counts that a table of commits has no column for. A commit that was stopped may have added columns, and
  the last one does not record them.
#}
{% macro _missing_counts(history, counts) %}
  {% set stored = tablestore._describe_table(history) | map(attribute='name') | list if counts else [] %}
  {{ return(counts | reject('in', stored) | list) }}
{% endmacro %}
