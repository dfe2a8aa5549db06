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
    {% do paths.append('$.' ~ position) %}
  {% endfor %}
  {# in a stream of several tables, a schema of another one would give the numbers another meaning #}
  {% set names, mine = tablestore._stream_paths()[options.format], [] %}
  {% for field, given in [('db', options.database_include), ('tab', options.table_include)] if given
      and decoder.numbers %}
    {% do mine.append('coalesce(' ~ tablestore._first_path(stream.value, names[field], true) ~ ", '') rlike "
        ~ tablestore._whole_text(given)) %}
  {% endfor %}
  {% set position = tablestore._first_path('value', paths, decoder.numbers) %}
  {% set rows = tablestore.query_rows("select get_json_object(value, '$.schema') as envelope, " ~ position
      ~ ' is not null as has_position from (select ' ~ stream.value ~ ' as value from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + mine) | join(' and ') ~ ' limit 20)') %}
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
