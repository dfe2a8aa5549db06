{#
  The annotation with a query that counts what a stream leaves out, for `_rows_skipped`.

    rows        what follows FROM
    conditions  the conditions that a row is left out
#}
{% macro _skipped_annotation(subject, rows, conditions) %}
  {{ return(tablestore._annotation('skipped', {'subject': subject, 'count': 'select count(*) as rows_skipped from '
      ~ rows ~ ' where ' ~ conditions | join(' and ')})) }}
{% endmacro %}
