{#
  Tells if the times of flattened messages of Debezium are its own and not those of the source, where the times are
  used: as a column, or as the order of changes that have no other position.
#}
{% macro _assert_times_of_source(sample, options) %}
  {% set text = 'the messages have no time of the source, but in __ts_ms, __ts_us or __ts_ns the time at which Debezium'
      ~ " has read a change: let it write the other one, 'add.fields': 'op,source.ts_ms'" %}
  {% if 'source' not in sample.clocks %}
    {% do tablestore.fail(options.subject, ['time_column: ' ~ text] if options.time_column else []) %}
    {% do tablestore.warn(options.subject ~ ': ' ~ text ~ '; it orders the changes')
        if options.reads_order and not sample.positions.keys() | reject('in', ['', 'ord']) | list %}
  {% endif %}
{% endmacro %}
