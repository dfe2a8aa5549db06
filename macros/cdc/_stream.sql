{#
  A relation with messages: what is read of it, and where a message is in it.

    rows        what follows FROM
    conditions  which rows are messages
    value       the text of a message, as SQL over the relation
    selected    what later steps need, name -> SQL over the relation
    order       the order of the messages as SQL over `selected`; none if the relation does not know it
    ties        the order of messages that the source has at one position: that of the lines of files, see `new_files`,
                whose names need not sort like their content; none for other relations
    tombstones  whether a message without a value deletes the row of its key
    position    where a message is, as SQL over `selected`, for errors
    types       the types of its columns by name in lower case; empty if they are not known
#}
{% macro _stream(relation, options) %}
  {% set appended = tablestore._appended(relation) %}
  {% set types = {} %}
  {% for column in tablestore._known_columns(relation) %}
    {% do types.update({column.name | lower: column.type}) %}
  {% endfor %}
  {% set problems = tablestore._message_column_problems(types.keys() | list, options.value, options.key) %}
  {% set places = tablestore._places(types, options, problems) %}
  {% do tablestore.fail(options.subject, problems) %}
  {% set value = 'string(' ~ tablestore._quote(options.value) ~ ')' %}
  {% set selected, parts, named = {'_value': value}, [], [] %}
  {% do selected.update({'_key': 'string(' ~ tablestore._quote(options.key) ~ ')'}) if options.key %}
  {% set files = ['_file_path', '_file_position'] if not places and '_file_path' in types
      and '_file_position' in types else [] %}
  {% for name in places or files %}
    {% set place = '_place_' ~ loop.index %}
    {% do selected.update({place: tablestore._quote(name)}) %}
    {% do parts.append(tablestore._sorted_text(place, types[tablestore._unquoted(name) | lower])) %}
    {% do named.append("'" ~ (' at ' if loop.first else ', ') ~ name ~ " ', string(" ~ place ~ ')') %}
  {% endfor %}
  {% set order = "concat_ws(' ', " ~ parts | join(', ') ~ ')' if parts else none %}
  {% set is_message = '(octet_length(' ~ value ~ ') > 20 or trim(' ~ value ~ ") not in ('', 'null'))" %}
  {% set tombstones = places != [] and tablestore._reads_tombstones(options) %}
  {% set is_message = '(' ~ is_message ~ ' or ' ~ value ~ ' is null and ' ~ selected._key ~ ' is not null)'
      if tombstones else is_message %}
  {{ return({
    'rows': appended.rows, 'value': value, 'selected': selected, 'appended': appended,
    'conditions': appended.conditions + [is_message],
    'order': order if places else none, 'ties': order if files else none, 'tombstones': tombstones,
    'position': 'concat(' ~ named | join(', ') ~ ')' if named else none,
    'types': types,
  }) }}
{% endmacro %}

{#
  Whether a message without a value deletes the row of its key. Of a stream with several tables, it does not say which
  one it is about.
#}
{% macro _reads_tombstones(options) %}
  {{ return((options.key and tablestore._stream_paths()[options.format].tombstones and not options.database_include
      and not options.table_include) or false) }}
{% endmacro %}

{#
  The names of the columns that order the messages: those that the caller names, or the partition and offset of Kafka,
  or a file and a line.
#}
{% macro _places(types, options, problems) %}
  {% set given = tablestore._as_list(options.order) %}
  {% for name in given if tablestore._unquoted(name | string) | lower not in types %}
    {% do problems.append("order: the relation has no column '" ~ name ~ "'; it has " ~ types.keys() | join(', ')
        if types else "order: the columns of a common table expression are not known: read a table") %}
  {% endfor %}
  {% if given %}
    {{ return(given if not problems else []) }}
  {% endif %}
  {% for pair in [['partition', 'offset'], ['kafka_partition', 'kafka_offset'], ['file', 'line']] %}
    {% for prefix in ['', '_'] if prefix ~ pair[0] in types and prefix ~ pair[1] in types %}
      {{ return([prefix ~ pair[0], prefix ~ pair[1]]) }}
    {% endfor %}
  {% endfor %}
  {{ return([]) }}
{% endmacro %}

{# A value as text that sorts like it. #}
{% macro _sorted_text(column, type) %}
  {% set is_number = tablestore._type_family(type) in ['integer', 'decimal'] %}
  {{ return(tablestore._padded(column) if is_number else 'string(' ~ column ~ ')') }}
{% endmacro %}
