{# What one column cannot do: take back a value its function keeps no trace of, or hold a result that does not fit. #}
{% macro _column_refusals(plan, item, merged) %}
  {% set column, aggregate, refusals = item.column, item.aggregate, [] %}
  {% set retracts = 'new.' ~ (item.group.retracts if item.group else '_retracts') %}
  {% if tablestore._is_retraction(plan) and not aggregate.retract %}
    {% do refusals.append({
      'when': retracts ~ ' and (new._rows > 1 or old.' ~ plan.key_columns[0].quoted ~ ' is not null)',
      'message': tablestore._string_literal('column ' ~ column.name ~ ': ' ~ aggregate.name ~ ' cannot take a value back, and a -U or -D row asks it to; '
          ~ "write fields={'" ~ column.name ~ "': {'ignore_retract': true}} to keep what it has"),
    }) %}
  {% endif %}
  {% if aggregate.checked and (aggregate.starts or column.type.startswith('decimal(3')) %}
    {% do refusals.append({
      'when': 'old.' ~ column.quoted ~ ' is not null and new.' ~ column.quoted ~ ' is not null and ' ~ merged ~ ' is null',
      'message': tablestore._overflow_message(column, aggregate),
    }) %}
  {% endif %}
  {{ return(refusals) }}
{% endmacro %}
