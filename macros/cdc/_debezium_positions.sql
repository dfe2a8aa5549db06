{# The fields of Debezium's source that are read: those with the position or the time of a change. #}
{% macro _debezium_positions(options) %}
  {% set times = ['ts_ms', 'ts_us'] if options.time_column or options.reads_order else [] %}
  {{ return(times + (['ts_ns', 'lsn', 'sequence', 'commit_lsn', 'change_lsn', 'event_serial_no', 'file', 'pos', 'row',
      'commit_scn', 'scn', 'ord'] if options.reads_order else [])) }}
{% endmacro %}
