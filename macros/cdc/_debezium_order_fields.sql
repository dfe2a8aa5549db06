{# The positions that a source can have, by the field that says which one it is, with the other fields of each. #}
{% macro _debezium_order_fields() %}
  {{ return({'lsn': ['sequence'], 'commit_lsn': ['change_lsn', 'event_serial_no'], 'file': ['pos', 'row'],
      'scn': ['commit_scn'], 'ord': []}) }}
{% endmacro %}
