{#
  What messages say about all. If none of the first has a position in the source, and the relation does not know the
  order of the messages, a warning says how they are ordered then.

    columns, facts  the types of the columns and what is known of their numbers, from the schemas that Debezium's JSON
                    converter can put around messages, see `_read_envelope`
    conflicts       the columns of which these schemas say different things
    is_wrapped      whether the first messages have such a schema
    is_empty        whether there are no messages
    texts           the columns whose values are text in the first messages
    given           the columns that the new rows of the first messages have a value of
    positions       the positions in the source that the first messages have
    rows_before     their rows before a change, empty for a delete without one
    updated         their rows after updates of GoldenGate
    clocks          whose clocks have made the times of flattened ones, 'source' or 'debezium'
#}
{% macro _sample(stream, options) %}
  {% set decoder = tablestore._cdc_formats()[options.format]({}, options) %}
  {% set sample = {'columns': {}, 'facts': {}, 'conflicts': {}, 'texts': {}, 'positions': {},
      'is_wrapped': false, 'is_empty': not stream.types, 'rows_before': [],
      'updated': [], 'clocks': [], 'given': {}} %}
  {% if not stream.types or (stream.order and not decoder.numbers and not decoder.is_direct) %}
    {{ return(sample) }}
  {% endif %}
  {% set paths = [] %}
  {% for position in decoder.positions %}
    {% do paths.append('$.' ~ position) %}
  {% endfor %}
  {# in a stream of several tables, a schema of another one would give the numbers another meaning #}
  {% set mine = tablestore._include_conditions(stream, options) if decoder.numbers else [] %}
  {# in the snapshots of Flink CDC for MySQL, the file is empty #}
  {% set position = 'nullif(' ~ tablestore._first_path('value', paths, decoder.numbers) ~ ", '')" %}
  {% set rows = tablestore.query_rows("select get_json_object(value, '$.schema') as envelope, " ~ position
      ~ ' is not null as has_position, value from (select ' ~ stream.value ~ ' as value from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + mine + ([stream.value ~ ' is not null'] if stream.tombstones else [])) | join(' and ')
      ~ ' limit 20)') %}
  {% do sample.update(is_empty=not rows) %}
  {% if rows and not stream.order and not stream.ties and not rows | selectattr('has_position') | list %}
    {% set ties = decoder.ties
        or 'changes of one millisecond are ordered by their content; to order them as they came,' %}
    {% do tablestore.warn(options.subject ~ ': the messages have a time and no position, so ' ~ ties
        ~ ' let the relation have the columns partition and offset, or file and line, or name its columns: '
        ~ 'order=[...]') %}
  {% endif %}
  {% for row in rows if decoder.is_direct and row.value %}
    {% do tablestore._read_forms(fromjson(row.value, {}), sample, decoder.before, options) %}
  {% endfor %}
  {% do tablestore._read_schemas(stream, rows, mine, sample, options) if decoder.numbers %}
  {{ return(sample) }}
{% endmacro %}

{#
  Adds what the schemas of all messages say to a sample. If none of the first has one, they are searched in the rest. In
  a run whose values have none, because all of them are tombstones, the schemas of their keys say what the keys mean.

    rows  the first messages that have a value
#}
{% macro _read_schemas(stream, rows, mine, sample, options) %}
  {% set envelopes = rows | map(attribute='envelope') | select | list %}
  {% if envelopes or rows | length == 20 %}
    {% set searched = [] if envelopes else [stream.value ~ ' rlike \'"schema" *: *[{]\''] %}
    {% set all = tablestore._schemas(stream, stream.value, mine + searched) %}
    {% set first = envelopes[:1] %}
    {% for envelope in first + all | reject('in', first) | list %}
      {% do tablestore._read_envelope(fromjson(envelope), sample, options.format) %}
    {% endfor %}
  {% endif %}
  {% if stream.tombstones and not sample.facts %}
    {% set keys = {'columns': {}, 'facts': {}, 'conflicts': {}} %}
    {% for envelope in tablestore._schemas(stream, stream.selected._key, [stream.value ~ ' is null']) %}
      {% do tablestore._read_envelope(fromjson(envelope), keys, options.format) %}
    {% endfor %}
    {% do sample.update(facts=keys.facts, conflicts=keys.conflicts) %}
  {% endif %}
{% endmacro %}

{#
  The schemas of all messages or of their keys, whose `text` is given, as JSON: of those that are equal up to their
  payload, one is parsed. A table that gets a column between two messages has two of them, and values of the new column
  would be lost if only the first was read. A schema can have a column `payload`, but no key of this name. A converter
  that writes blanks, or the payload first, has every schema parsed.
#}
{% macro _schemas(stream, text, conditions) %}
  {% set found = [] %}
  {% set parsed = "get_json_object(value, '$.schema')" %}
  {% set before_payload = "if(startswith(value, '{\"schema\":{') and contains(value, '},\"payload\":'), "
      ~ "substring_index(value, '},\"payload\":', 1), " ~ parsed ~ ')' %}
  {% for row in tablestore.query_rows('select distinct ' ~ parsed ~ ' as envelope from (select '
      ~ 'first(value) as value from (select ' ~ text ~ ' as value from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + conditions) | join(' and ') ~ ') group by ' ~ before_payload ~ ') order by envelope')
      if row.envelope %}
    {% do found.append(row.envelope) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{# Adds to a sample which values of a message are text, and which position it has. #}
{% macro _read_forms(message, sample, has_before, options) %}
  {% if message is not mapping %}{{ return('') }}{% endif %}
  {% do sample.update(is_wrapped=true) if message.payload is mapping and 'schema' in message %}
  {% set content = message.payload if message.payload is mapping and 'schema' in message else message %}
  {% set source = content.source if content.source is mapping else {} %}
  {% set position = namespace(field='') %}
  {% for field in tablestore._debezium_order_fields() if not position.field and
      [source.get(field), content.get('__' ~ field), content.get('__source_' ~ field)] | reject('none') | list %}
    {% set position.field = field %}
  {% endfor %}
  {% do sample.positions.update({position.field: true}) %}
  {% for name in ['__source_ts_ms', '__source_ts_us', '__ts_ns', '__ts_us', '__ts_ms']
      if content.get(name) is not none %}
    {% do sample.clocks.append('source' if name.startswith('__source_') else 'debezium') %}
  {% endfor %}
  {% set is_delete = has_before and (content.op == 'd' or content.op_type == 'D') %}
  {% set before = content.before if content.before is mapping else {} %}
  {% set before = tablestore._row_without_fallbacks(before, options) if is_delete and source.connector == 'postgresql'
      else before %}
  {% do sample.rows_before.append(before) if before or is_delete %}
  {% for name, value in (content.after.items() if content.after is mapping else []) if value is not none %}
    {% do sample.given.update({name: true}) %}
  {% endfor %}
  {# of several tables, those whose names are written without a pattern #}
  {% set names = (content.table | string).split('.') %}
  {% do sample.updated.append(content.after) if content.op_type == 'U' and content.after is mapping
      and (not options.database_include or tablestore._exactly(names[0]) in options.database_include.split('|'))
      and (not options.table_include or tablestore._exactly(names[-1]) in options.table_include.split('|')) %}
  {% for row in [content, content.before, content.after] if row is mapping %}
    {% for name, value in row.items() if value is string %}
      {% do sample.texts.update({name: true}) %}
    {% endfor %}
  {% endfor %}
{% endmacro %}

{#
  The row of a delete of PostgreSQL, with nulls for the values that Debezium makes up if the row has only a key: in a
  column that cannot be null, an empty text, zero, or the first day of 1970. Of a sum, the key of the row is not known:
  then most values are such ones.
#}
{% macro _row_without_fallbacks(row, options) %}
  {% set keys, given, sent = options.primary_key | map('lower') | list, [], {} %}
  {% set made_up = '(0+([.]0+)?|(AAAA)*(AA==|AAA=|AAAA)|1970-01-01(T00:00:00([.]0+)?)?Z?|00:00:00([.]0+)?Z?|{}'
      ~ '|\\[\\])\\Z' %}
  {% for name, value in row.items() %}
    {# a decimal without a scale of its own is {scale, value} #}
    {% set text = value.value if value is mapping and 'scale' in value else value %}
    {% set is_made_up = not text or (text is string and modules.re.match(made_up, text)) %}
    {% do sent.update({name: none if is_made_up else value}) %}
    {% do given.append(name) if not is_made_up and name | lower not in keys %}
  {% endfor %}
  {{ return(row if given | length > (0 if keys else row | length // 2) else sent) }}
{% endmacro %}
