{# A key column as a whole number, in the order of its values; none if it has no such number. #}
{% macro _key_position(column) %}
  {% set whole = column.type in ['tinyint', 'smallint', 'int', 'bigint'] or (column.type.startswith('decimal') and column.type.endswith(',0)')) %}
  {{ return({'date': 'unix_date(' ~ column.quoted ~ ')', 'timestamp': 'unix_micros(' ~ column.quoted ~ ')'}.get(column.type, column.quoted if whole else none)) }}
{% endmacro %}
