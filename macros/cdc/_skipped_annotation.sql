{#
  The annotation with what a stream leaves out, for `_rows_skipped` and `_errors_statements`.

    rows        what follows FROM
    conditions  the conditions that a row is left out
    errors      {table, position, reason, message}: the table for these rows, and what it says of each, as SQL; none
                without such a table
#}
{% macro _skipped_annotation(subject, rows, conditions, errors=none) %}
  {% set from = ' from ' ~ rows ~ ' where ' ~ conditions | join(' and ') %}
  {% set skipped = {'subject': subject, 'count': 'select count(*) as rows_skipped' ~ from} %}
  {% if errors.table %}
    {% do skipped.update(table=errors.table, rows='select ' ~ (errors.position or 'string(null)') ~ ' as _position, '
        ~ errors.reason ~ ' as _reason, ' ~ errors.message ~ ' as _message' ~ from) %}
  {% endif %}
  {{ return(tablestore._annotation('skipped', skipped)) }}
{% endmacro %}
