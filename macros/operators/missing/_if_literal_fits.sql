{# The expression if the literal fits the type of the column, else the column. Spark decides when it plans the query. #}
{% macro _if_literal_fits(value, quoted, expression) %}
  {% set types = [] %}
  {% for type in [
      'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double', 'string', 'boolean', 'date', 'timestamp',
      'timestamp_ntz',
  ] if tablestore._literal_fits(value, type, true) %}
    {% do types.append(tablestore._string_literal(type)) %}
  {% endfor %}
  {% set takes_literal = "substring_index(typeof(" ~ quoted ~ "), '(', 1) in (" ~ types | join(', ') ~ ')' %}
  {{ return('if(\n    ' ~ [takes_literal, tablestore._indent(expression, 4), quoted] | join(',\n    ') ~ '\n)') }}
{% endmacro %}
