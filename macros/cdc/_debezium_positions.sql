{#
  The fields of Debezium's source that are read: those with the position or the time of a change. If it is known which
  position messages have, they are those of this one, and of others only what says that a message has another.
#}
{% macro _debezium_positions(options) %}
  {% set fields, others = ['ts_ms', 'ts_us'] if options.time_column or options.reads_order else [], [] %}
  {% for name, more in tablestore._debezium_order_fields().items() if options.reads_order %}
    {% do fields.extend(['ts_ns'] if loop.first else []) %}
    {% do fields.extend([name] + more if not options.ordered_by or options.ordered_by == name
        else [name] if options.ordered_by not in others else []) %}
    {% do others.append(name) %}
  {% endfor %}
  {{ return(fields) }}
{% endmacro %}
