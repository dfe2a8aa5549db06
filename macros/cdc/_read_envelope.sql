{#
  Adds what a schema of Debezium says about the columns to a sample. A table can have changed between its messages: a
  column has the wider type of two, and what cannot be one is a conflict, name -> the two meanings.

    format  that of the messages: a flattened one has the schema of its row, another one describes it as `after`
#}
{% macro _read_envelope(schema, sample, format) %}
  {# a message about a schema, a heartbeat, or a logical message is no row #}
  {% set names = (schema.fields or []) | map(attribute='field') | list %}
  {% set is_row = not (schema.name or '').startswith('io.debezium.connector.')
      and not ('ddl' in names and 'tableChanges' in names and 'databaseName' in names) %}
  {% set found = namespace(row=schema if format == 'debezium-flat-json' and is_row else {}) %}
  {% for field in schema.fields or [] if field.field == 'after' and format == 'debezium-json' %}
    {% set found.row = field %}
  {% endfor %}
  {% for field in found.row.fields or [] if not field.field.startswith('__') %}
    {% set known, before = tablestore._connect_type(field), sample.facts.get(field.field) %}
    {% set is_alike = before and known.get('unit') == before.get('unit')
        and known.get('scale') == before.get('scale') %}
    {% if not before or (is_alike and tablestore._meaning_widens(before, known)) %}
      {% do sample.columns.update({field.field: known.type}) %}
      {% do sample.facts.update({field.field: known}) %}
    {% elif known != before and not (is_alike and tablestore._meaning_widens(known, before)) %}
      {% do sample.conflicts.update({field.field: [before, known]}) %}
    {% endif %}
  {% endfor %}
{% endmacro %}

{# Whether a column holds the values of another one of the same scale and unit: as text, a decimal of any size. #}
{% macro _meaning_widens(from, to) %}
  {{ return(tablestore._type_widens(from.type, to.type)
      or (to.get('text') == 'decimal' and from.type.startswith('decimal'))) }}
{% endmacro %}

{#
  A field of a Kafka Connect schema as {type, unit, scale, text}: its SQL type, what its numbers mean, and what is to be
  known for the text of its values, see `_text_of_value`.
#}
{% macro _connect_type(field) %}
  {% set plain = {'int8': 'tinyint', 'int16': 'smallint', 'int32': 'int', 'int64': 'bigint', 'float': 'float',
      'float32': 'float', 'float64': 'double', 'double': 'double', 'boolean': 'boolean', 'bytes': 'binary'} %}
  {% set name, type = (field.name or '').split('.')[-1], plain.get(field.type, 'string') %}
  {% set is_time = (field.name or '').startswith('io.debezium.time.')
      or (field.name or '').startswith('org.apache.kafka.connect.data.') %}
  {% set units = {'Timestamp': 'millis', 'MicroTimestamp': 'micros', 'NanoTimestamp': 'nanos'} %}
  {% set times_of_day = {'Time': 'millis', 'MicroTime': 'micros', 'NanoTime': 'nanos'} %}
  {% if is_time and name in ['Date', 'IsoDate'] %}
    {{ return({'type': 'date'}) }}
  {% elif is_time and name in units %}
    {{ return({'type': 'timestamp_ntz', 'unit': units[name]}) }}
  {% elif is_time and name in times_of_day %}
    {{ return({'type': type, 'unit': times_of_day[name], 'text': 'time'}) }}
  {% elif name == 'ZonedTimestamp' %}
    {{ return({'type': 'timestamp'}) }}
  {% elif name == 'Decimal' %}
    {% set scale = field.parameters.scale | int %}
    {# PostgreSQL and Oracle have numbers such as 0.00012, of two digits and the scale 5 #}
    {% set precision = [field.parameters.get('connect.decimal.precision', 38) | int, scale] | max %}
    {{ return({'type': 'decimal(' ~ precision ~ ',' ~ scale ~ ')', 'scale': scale} if precision <= 38
        and 0 <= scale <= 38 else {'type': 'string', 'scale': scale, 'text': 'decimal'}) }}
  {% elif name == 'VariableScaleDecimal' %}
    {{ return({'type': 'string', 'text': 'decimal'}) }}
  {% elif field.type == 'array' %}
    {% set element = tablestore._connect_type(field['items']) %}
    {# what the numbers of elements mean is known of the column; a decimal of any size has no text in an array #}
    {% set digits = element.scale if element.text == 'decimal' and 0 <= (element.scale or 0) <= 38 else none %}
    {% set type = 'variant' if field['items'].type == 'struct' or (element.text == 'decimal' and digits is none)
        else 'decimal(38,' ~ digits ~ ')' if digits is not none else element.type %}
    {% set meaning = dict(element, type='array<' ~ type ~ '>') %}
    {% do meaning.pop('text', none) %}
    {{ return(meaning) }}
  {% elif field.type in ['struct', 'map'] %}
    {{ return({'type': 'variant'}) }}
  {% endif %}
  {{ return({'type': type}) }}
{% endmacro %}
