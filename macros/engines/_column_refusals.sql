{# Why one column cannot be merged: its function does not support retractions, or the result does not fit. #}
{% macro _column_refusals(plan, item, merged) %}
  {% set column, aggregate, refusals = item.column, item.aggregate, [] %}
  {% set has_retraction = 'new._has_retraction' ~ ('_' ~ item.group.number if item.group else '') %}
  {% if tablestore._is_retraction(plan) and not aggregate.retract %}
    {% do refusals.append({
      'when': has_retraction ~ ' and (new._rows > 1 or ' ~ tablestore._has_old_row(plan) ~ ')',
      'message': tablestore._string_literal("column " ~ column.name ~ ": " ~ aggregate.name ~ " does not support retractions, and the batch has a -U or -D row; "
          ~ "to ignore them and keep the column's value, write fields={'" ~ column.name ~ "': {'ignore_retract': true}}"),
    }) %}
  {% endif %}
  {% if aggregate.may_not_fit and (aggregate.fold_overflows or column.type.startswith('decimal(3')) %}
    {% do refusals.append({
      'when': 'old.' ~ column.quoted ~ ' is not null and new.' ~ column.quoted ~ ' is not null and ' ~ merged ~ ' is null',
      'message': tablestore._overflow_message(column, aggregate),
    }) %}
  {% endif %}
  {{ return(refusals) }}
{% endmacro %}
