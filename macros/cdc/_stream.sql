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
  {% set types = tablestore._known_types(relation) %}
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
    {% set type = types[tablestore._unquoted(name) | lower] %}
    {# numbers of partitions, offsets and lines are never negative #}
    {% do parts.append(tablestore._padded(place) if not options.order and tablestore._type_family(type) == 'integer'
        else tablestore._sorted_text(place, type)) %}
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
  {% for name in given if tablestore._unquoted(name | string) | lower in types %}
    {% do problems.extend(tablestore._order_problems(name, types[tablestore._unquoted(name) | lower])) %}
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
