{#
  What the first messages say about all: {columns, facts}, the types of the columns and what is known of their numbers,
  from the schema that Debezium's JSON converter can put around a message. If none has a position in the source, and the
  relation does not know the order of the messages, a warning says how they are ordered then.
#}
{% macro _sample(stream, options) %}
  {% set decoder = tablestore._cdc_formats()[options.format]({}, options) %}
  {% set sample = {'columns': {}, 'facts': {}} %}
  {% if not stream.types or (stream.order and not decoder.numbers) %}
    {{ return(sample) }}
  {% endif %}
  {% set paths = [] %}
  {% for position in decoder.positions %}
    {% for root in (['$.', '$.payload.'] if decoder.numbers else ['$.']) %}
      {% do paths.append("get_json_object(value, '" ~ root ~ position ~ "')") %}
    {% endfor %}
  {% endfor %}
  {% set position = 'coalesce(' ~ (paths + ['null', 'null']) | join(', ') ~ ')' %}
  {% set rows = tablestore.query_rows("select get_json_object(value, '$.schema') as envelope, " ~ position
      ~ ' is not null as has_position from (select ' ~ stream.value ~ ' as value from ' ~ stream.rows ~ ' where '
      ~ stream.conditions | join(' and ') ~ ' limit 20)') %}
  {% if rows and not stream.order and not stream.ties and not rows | selectattr('has_position') | list %}
    {% do exceptions.warn(options.subject ~ ': the messages have a time and no position, so changes of one millisecond '
        ~ 'are ordered by their content; to order them as they came, let the relation have the columns partition and '
        ~ 'offset, or file and line, or name its columns: order=[...]') %}
  {% endif %}
  {% for row in rows if row.envelope and decoder.numbers and not sample.columns %}
    {% do tablestore._read_envelope(fromjson(row.envelope), sample) %}
  {% endfor %}
  {{ return(sample) }}
{% endmacro %}

{# Adds what a schema of Debezium says about the columns to a sample. #}
{% macro _read_envelope(schema, sample) %}
  {% set found = namespace(row=schema) %}
  {% for field in schema.fields or [] if field.field == 'after' %}
    {% set found.row = field %}
  {% endfor %}
  {% for field in found.row.fields or [] if not field.field.startswith('__') %}
    {% set known = tablestore._connect_type(field) %}
    {% do sample.columns.update({field.field: known.type}) %}
    {% do sample.facts.update({field.field: known}) %}
  {% endfor %}
{% endmacro %}

{# A field of a Kafka Connect schema as {type, unit, scale}: its SQL type, and what its numbers mean. #}
{% macro _connect_type(field) %}
  {% set plain = {'int8': 'tinyint', 'int16': 'smallint', 'int32': 'int', 'int64': 'bigint', 'float': 'float',
      'float32': 'float', 'float64': 'double', 'double': 'double', 'boolean': 'boolean', 'bytes': 'binary'} %}
  {% set name, type = (field.name or '').split('.')[-1], plain.get(field.type, 'string') %}
  {% set is_time = (field.name or '').startswith('io.debezium.time.')
      or (field.name or '').startswith('org.apache.kafka.connect.data.') %}
  {% set units = {'Timestamp': 'millis', 'MicroTimestamp': 'micros', 'NanoTimestamp': 'nanos'} %}
  {% if is_time and name == 'Date' %}
    {{ return({'type': 'date'}) }}
  {% elif is_time and name in units %}
    {{ return({'type': 'timestamp_ntz', 'unit': units[name]}) }}
  {% elif name == 'ZonedTimestamp' %}
    {{ return({'type': 'timestamp'}) }}
  {% elif name == 'Decimal' %}
    {% set scale = field.parameters.scale | int %}
    {{ return({'type': 'decimal(' ~ field.parameters.get('connect.decimal.precision', 38) ~ ',' ~ scale ~ ')',
        'scale': scale}) }}
  {% elif field.type == 'array' %}
    {{ return({'type': 'array<' ~ tablestore._connect_type(field['items']).type ~ '>'}) }}
  {% elif field.type in ['struct', 'map'] %}
    {{ return({'type': 'variant'}) }}
  {% endif %}
  {{ return({'type': type}) }}
{% endmacro %}
