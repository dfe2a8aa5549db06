{# An expression only for a column whose type turns out to fit the literal; Spark decides that while it plans the query. #}
{% macro _if_literal_fits(value, quoted, expression) %}
  {% set types = [] %}
  {% for type in [
      'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double', 'string', 'boolean', 'date', 'timestamp',
      'timestamp_ntz',
  ] if tablestore._literal_fits(value, type, true) %}
    {% do types.append(tablestore._string_literal(type)) %}
  {% endfor %}
  {% set test = "substring_index(typeof(" ~ quoted ~ "), '(', 1) in (" ~ types | join(', ') ~ ')' %}
  {{ return('if(' ~ test ~ ', ' ~ expression ~ ', ' ~ quoted ~ ')') }}
{% endmacro %}
