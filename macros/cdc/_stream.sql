{#
  A relation with messages: what is read of it, and where a message is in it.

    rows        what follows FROM
    conditions  which rows are messages
    value       the text of a message, as SQL over the relation
    selected    what later steps need, name -> SQL over the relation
    order       the order of the messages as SQL over `selected`; none if the relation does not know it
    ties        the order of messages that the source has at one position: that of the lines of files, see `new_files`,
                whose names need not sort like their content; none for other relations
    ordered_by  what the order is made of, for `_order_of_changes`: columns, or the position in the source
    tombstones  whether a message without a value deletes the row of its key
    position    where a message is, as SQL over `selected`, for errors
    types       the types of its columns by name in lower case; empty if they are not known
#}
{% macro _stream(relation, options) %}
  {% set types = tablestore._known_types(relation) %}
  {% set problems = tablestore._message_column_problems(types.keys() | list, options.value, options.key) %}
  {% set places = tablestore._places(types, options, problems) %}
  {% set tombstones = places != [] and tablestore._reads_tombstones(options, problems) %}
  {% do problems.extend(tablestore._unknown_columns_problems(options)) if not types
      and (relation is string or relation.is_cte) %}
  {% do tablestore.fail(options.subject, problems) %}
  {% do tablestore._warn_of_tombstones(options, places) if types and not tombstones %}
  {% set appended = tablestore._appended(relation, places if not options.order else []) %}
  {% set value = 'string(' ~ tablestore._quote(options.value) ~ ')' %}
  {% set selected, parts, named = {'_value': value}, [], [] %}
  {% do selected.update({'_key': 'string(' ~ tablestore._quote(options.key) ~ ')'}) if options.key %}
  {% set files = ['_file_path', '_file_position'] if not places and '_file_path' in types
      and '_file_position' in types else [] %}
  {% for name in places or files %}
    {% set place = '_place_' ~ loop.index %}
    {% do selected.update({place: tablestore._quote(name)}) %}
    {% set type = types[tablestore._unquoted(name) | lower] %}
    {# numbers of partitions, offsets and lines are never negative #}
    {% do parts.append(tablestore._padded(place) if not options.order and tablestore._type_family(type) == 'integer'
        else tablestore._sorted_text(place, type)) %}
    {% do named.append("'" ~ (' at ' if loop.first else ', ') ~ name ~ " ', string(" ~ place ~ ')') %}
  {% endfor %}
  {% set order = "concat_ws(' ', " ~ parts | join(', ') ~ ')' if parts else none %}
  {% set is_message = '(octet_length(' ~ value ~ ') > 20 or trim(' ~ value ~ ") not in ('', 'null'))" %}
  {% set is_message = '(' ~ is_message ~ ' or ' ~ value ~ ' is null and ' ~ selected._key ~ ' is not null)'
      if tombstones else is_message %}
  {{ return({
    'rows': appended.rows, 'value': value, 'selected': selected, 'appended': appended,
    'conditions': appended.conditions + [is_message],
    'order': order if places else none, 'ties': order if files else none, 'tombstones': tombstones,
    'ordered_by': tablestore._ordered_by(places, options),
    'position': 'concat(' ~ named | join(', ') ~ ')' if named else none,
    'types': types,
  }) }}
{% endmacro %}

{# What an order is made of, as text. Kafka's columns are the same under each of their names, see `_places`. #}
{% macro _ordered_by(places, options) %}
  {% set names = [] %}
  {% for name in places %}
    {% do names.append((tablestore._unquoted(name) | lower).removeprefix('_').removeprefix('kafka_')) %}
  {% endfor %}
  {{ return('the columns ' ~ names | join(', ') if names else 'the position in the source that '
      ~ ('Debezium' if options.format.startswith('debezium') else options.format) ~ ' has') }}
{% endmacro %}

{#
  Whether a message without a value deletes the row of its key. Of a stream with several tables, it does not say which
  one it is about, and it never says when the source has deleted the row.
#}
{% macro _reads_tombstones(options, problems) %}
  {% set reads = (options.key and tablestore._stream_paths()[options.format].tombstones and not options.database_include
      and not options.table_include) or false %}
  {% if reads and (options.time_column or '') | lower in options.sequence %}
    {% do problems.append("time_column: '" ~ options.time_column ~ "' is in the sequence_field of the model, and a "
        ~ 'delete that is a tombstone has no time: let the source write deletes as rows, '
        ~ "'delete.tombstone.handling.mode': 'rewrite', and remove key") %}
  {% endif %}
  {{ return(reads) }}
{% endmacro %}

{# Warns if `key` asks for deletes that are tombstones, and they are not read. #}
{% macro _warn_of_tombstones(options, places) %}
  {% if options.key and tablestore._stream_paths()[options.format].tombstones %}
    {% set reason = 'they do not name their table: let the relation have the messages of one table, and remove '
        ~ 'table_include and database_include' if places
        else 'nothing orders them: let the relation have the columns partition and offset' %}
    {% do tablestore.warn(options.subject ~ ': deletes that are tombstones are not read, because ' ~ reason
        ~ "; or let the source write deletes as rows, 'delete.tombstone.handling.mode': 'rewrite', and remove key") %}
  {% endif %}
{% endmacro %}

{#
  What needs the columns of a relation that cannot be looked up, as a list. The rest is read without them, with a
  warning.
#}
{% macro _unknown_columns_problems(options) %}
  {# the rows of a unit test are given as a common table expression #}
  {% if options.is_unit_test and options.columns is not none %}
    {{ return([]) }}
  {% endif %}
  {% set unknown, problems = 'the columns of a common table expression or an ephemeral model are not known', [] %}
  {% set advice = ': pass a query or a table' %}
  {% for given in [
    'order' if options.order,
    'columns' if options.columns is none,
    "truncates='apply'" if options.truncates == 'apply',
    'key' if options.key and tablestore._stream_paths()[options.format].tombstones,
  ] | select %}
    {% do problems.append(given ~ ': ' ~ unknown ~ advice) %}
  {% endfor %}
  {% if not problems %}
    {% do tablestore.warn(options.subject ~ ': ' ~ unknown ~ ', so changes are ordered by their position in the source,'
        ~ ' no schema in the messages is read, and no value is kept that was not sent' ~ advice) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{#
  The names of the columns that order the messages: those that the caller names, or the partition and offset of Kafka,
  or a file and a line.
#}
{% macro _places(types, options, problems) %}
  {% set given = tablestore._as_list(options.order) if types else [] %}
  {% for name in given if tablestore._unquoted(name | string) | lower not in types %}
    {% do problems.append("order: the relation has no column '" ~ name ~ "'; it has " ~ types.keys() | join(', ')) %}
  {% endfor %}
  {% for name in given if tablestore._unquoted(name | string) | lower in types %}
    {% do problems.extend(tablestore._order_problems(name, types[tablestore._unquoted(name) | lower])) %}
  {% endfor %}
  {% if given %}
    {{ return(given if not problems else []) }}
  {% endif %}
  {% for pair in [['partition', 'offset'], ['kafka_partition', 'kafka_offset'], ['file', 'line']] %}
    {% for prefix in ['', '_'] if prefix ~ pair[0] in types and prefix ~ pair[1] in types %}
      {% set number = prefix ~ pair[1] %}
      {% if tablestore._type_family(types[number]) not in ['integer', 'decimal'] %}
        {% do problems.append("order: column '" ~ number ~ "' is of type " ~ types[number] ~ ', and orders the '
            ~ 'messages only as a number: let the relation be a query with bigint(' ~ number ~ ') as ' ~ number
            ~ ', or name columns that order them, order=[...]') %}
      {% endif %}
      {{ return([prefix ~ pair[0], number]) }}
    {% endfor %}
  {% endfor %}
  {{ return([]) }}
{% endmacro %}

{# The problems of a column that the caller names in `order`, as a list: text of other types does not sort like them. #}
{% macro _order_problems(name, type) %}
  {% set sorted = ['integer', 'decimal', 'string', 'char', 'boolean', 'date', 'time', 'timestamp'] %}
  {% if tablestore._type_family(type) in sorted %}
    {{ return([]) }}
  {% endif %}
  {{ return(["order: column '" ~ name ~ "' is of type " ~ type ~ ", which has no text that sorts like it; write columns"
      ~ ' of whole numbers, decimals, strings, dates or timestamps']) }}
{% endmacro %}

{#
  A value as text that sorts like it, in each time zone of a session. Numbers that are not negative are padded to 20
  digits. A longer decimal comes after those, and of a negative number, the complements of its digits come before them.
#}
{% macro _sorted_text(column, type) %}
  {% set family, text = tablestore._type_family(type), 'string(' ~ column ~ ')' %}
  {% if type | lower in ['timestamp', 'timestamp_ltz'] %}
    {{ return("string(timestampadd(microsecond, unix_micros(" ~ column ~ "), timestamp_ntz'1970-01-01 00:00:00'))") }}
  {% elif family not in ['integer', 'decimal'] %}
    {{ return(text) }}
  {% endif %}
  {% set digits = 'lpad(substr(' ~ text ~ ", 2), 40, '0')" %}
  {% set branches = ['when ' ~ column ~ " < 0 then '-' || translate(" ~ digits ~ ", '0123456789', '9876543210')"] %}
  {% do branches.append('when length(' ~ text ~ ") > 20 then '~' || " ~ tablestore._padded(column, 40))
      if family == 'decimal' %}
  {{ return('case ' ~ branches | join(' ') ~ ' else ' ~ tablestore._padded(column) ~ ' end') }}
{% endmacro %}
