{# The fields of Debezium's source with the position or the time of a change. #}
{% macro _debezium_positions() %}
  {{ return(['ts_ms', 'ts_us', 'ts_ns', 'lsn', 'sequence', 'commit_lsn', 'change_lsn', 'event_serial_no', 'file', 'pos',
             'row', 'commit_scn', 'scn', 'ord']) }}
{% endmacro %}
