{# The type with which a field of Debezium's source is parsed, see `_direct_changes`. #}
{% macro _position_type(name, options) %}
  {% set numbers = ['ts_ms', 'ts_us', 'ts_ns', 'lsn', 'event_serial_no', 'pos', 'row', 'ord'] %}
  {{ return('bigint' if options.direct and name in numbers else 'string') }}
{% endmacro %}
