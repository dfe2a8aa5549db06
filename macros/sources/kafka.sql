{#
  select id, status, _row_kind, _cdc_order
  from {{ tablestore.cdc(tablestore.kafka('orders', {'bootstrap.servers': 'broker:9092'}), 'debezium-json',
                         {'id': 'int', 'status': 'string'}) }}

  The messages of a topic that the model has not read yet, with `partition` and `offset`. Up to which offset each
  partition was read is part of the commit of a keyed model, see `_offsets`.

  Which offsets a topic has is asked when the model is compiled, and the range that follows from it is a temporary view,
  so every scan of a run has the same messages. The properties, which can have passwords, are in no statement.
#}
{% macro kafka(
    topic, properties, scan_startup_mode='earliest-offset', scan_startup_timestamp_millis=none,
    scan_startup_specific_offsets=none, fail_on_data_loss=true, include_headers=false, max_messages=none, name=none,
    consumer=none
) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject, name = 'tablestore.kafka(' ~ topic ~ ')', name or topic %}
  {% set options = {
    'topic': topic, 'name': name, 'properties': properties, 'mode': scan_startup_mode,
    'millis': scan_startup_timestamp_millis, 'offsets': scan_startup_specific_offsets,
    'fail_on_data_loss': fail_on_data_loss, 'include_headers': include_headers, 'max_messages': max_messages,
  } %}
  {% do tablestore.fail(subject, tablestore._kafka_problems(options)) %}
  {% set reader = tablestore._reader(consumer, subject) %}
  {% set rows = none if tablestore._is_run_without_rows() else tablestore._read_topic(options, reader, subject) %}
  {{ return(rows or tablestore._no_messages(include_headers) | trim) }}
{% endmacro %}

{# The messages between the last commit of the model and now; none if the topic cannot be read, see `_cannot_read`. #}
{% macro _read_topic(options, reader, subject) %}
  {% set recorded = reader.offsets.get('kafka:' ~ options.name) if reader else none %}
  {% set again = tablestore._messages_to_read_again().get(options.name) if reader else none %}
  {% set again = {'offsets': again, 'millis': none} if tablestore._are_offsets(again)
      else {'offsets': {}, 'millis': tablestore._millis_of(again, subject)} %}
  {% set properties = dict({'isolation.level': 'read_committed'}, **options.properties) %}
  {% set known = tablestore._adapter_topic(options.topic, properties, {'at': options.millis, 'again': again.millis}) %}
  {% if tablestore._cannot_read(subject, [known.problem] if known.problem else []) %}
    {{ return(none) }}
  {% endif %}
  {% set range = tablestore.topic_range(known, recorded, again, options, reader.name if reader else none) %}
  {% for note in range.notes %}
    {% do log((reader.name ~ ': ' if reader else '') ~ subject ~ ': ' ~ note, info=true) %}
  {% endfor %}
  {% if tablestore._cannot_read(subject, range.problems) %}
    {{ return(none) }}
  {% endif %}
  {% do tablestore._warn_of_rows_again(reader, subject, 'messages') if range.repeats %}
  {% set view = tablestore._adapter_messages(options.topic, properties, {'start': range.start, 'until': range.until,
      'headers': options.include_headers, 'fail': options.fail_on_data_loss}) %}
  {% set annotation = '\n  ' ~ tablestore._annotation('kafka', {
    'subject': subject, 'reader': reader.name, 'name': options.name, 'epoch': known.id, 'after': recorded,
    'until': range.until, 'view': view,
  }) if reader else '' %}
  {{ return('(\n  select ' ~ tablestore._message_columns(options.include_headers).keys() | join(', ') ~ '\n  from '
      ~ view ~ annotation ~ '\n)') }}
{% endmacro %}

{# The columns of messages with their types. #}
{% macro _message_columns(include_headers) %}
  {% set columns = {'key': 'binary', 'value': 'binary', 'topic': 'string', '`partition`': 'int', 'offset': 'bigint',
                    'timestamp': 'timestamp'} %}
  {{ return(dict(columns, headers='array<struct<key: string, value: binary>>') if include_headers else columns) }}
{% endmacro %}

{# The columns of messages without a row. #}
{% macro _no_messages(include_headers) %}
{%- set columns = [] %}
{%- for name, type in tablestore._message_columns(include_headers).items() %}
  {%- do columns.append('cast(null as ' ~ type ~ ') as ' ~ name) %}
{%- endfor %}
(
  select {{ columns | join(', ') }}
  where false
)
{%- endmacro %}

{# A time as milliseconds since 1970: a number is one. #}
{% macro _millis_of(time, subject) %}
  {% if time is none or time is integer %}
    {{ return(time) }}
  {% elif not tablestore._is_point_in_time(time) %}
    {% do tablestore.fail(subject, ["tablestore_read_again_from: '" ~ time ~ "' is not accepted; write a time, "
        ~ "'2026-01-31 00:00:00', or the offset of each partition, {0: 42}"]) %}
  {% endif %}
  {{ return(tablestore.query_rows('select unix_millis(' ~ tablestore._timestamp_literal(time) ~ ') as at')[0].at
      | int) }}
{% endmacro %}

{# Problems of the arguments of `kafka`. #}
{% macro _kafka_problems(options) %}
  {% set modes = ['earliest-offset', 'latest-offset', 'timestamp', 'specific-offsets'] %}
  {% set problems = tablestore._property_problems(options.properties) %}
  {% for argument in ['topic', 'name'] if options[argument] is not string or not options[argument].strip() %}
    {% do problems.append(argument ~ ": '" ~ options[argument] ~ "' is not accepted; write the name of a topic") %}
  {% endfor %}
  {% if options.mode not in modes %}
    {% do problems.append("scan_startup_mode: '" ~ options.mode ~ "' is not accepted; write '" ~ modes | join("', '")
        ~ "'" ~ ('; the offsets of a group are not read, because those of the model are part of its commits'
            if options.mode == 'group-offsets' else tablestore._near_names(options.mode, modes))) %}
  {% endif %}
  {% set needs = {'scan_startup_timestamp_millis': ['timestamp', options.millis],
                  'scan_startup_specific_offsets': ['specific-offsets', options.offsets]} %}
  {% for name, wanted in needs.items() if (wanted[1] is not none) != (options.mode == wanted[0]) %}
    {% do problems.append(name ~ ': it has no effect with this scan_startup_mode; remove it' if wanted[1] is not none
        else "scan_startup_mode: '" ~ wanted[0] ~ "' needs " ~ name) %}
  {% endfor %}
  {% if options.millis is not none and (options.millis is not integer or options.millis is boolean) %}
    {% do problems.append("scan_startup_timestamp_millis: '" ~ options.millis
        ~ "' is not accepted; write milliseconds since 1970, 1769817600000") %}
  {% endif %}
  {% if options.offsets is not none and not tablestore._are_offsets(options.offsets) %}
    {% do problems.append("scan_startup_specific_offsets: '" ~ options.offsets
        ~ "' is not accepted; write the offset of each partition, {0: 42, 1: 300}") %}
  {% endif %}
  {% set most = options.max_messages %}
  {% do problems.extend(tablestore._count_problems({'max_messages': most} if most is not none else {})) %}
  {% do problems.extend(tablestore._flag_problems({'fail_on_data_loss': options.fail_on_data_loss,
      'include_headers': options.include_headers})) %}
  {{ return(problems + tablestore._view_problems('messages')) }}
{% endmacro %}

{#
  Problems of the properties of Kafka's client. Their values are not repeated, because they can be secret; a secret that
  is written in a model would be in the files that dbt writes about it.
#}
{% macro _property_problems(properties) %}
  {% set problems = [] %}
  {% if properties is not mapping or not properties.get('bootstrap.servers') %}
    {{ return(["properties: they lack bootstrap.servers; write {'bootstrap.servers': 'broker:9092'}"]) }}
  {% endif %}
  {% for name, value in properties.items() %}
    {% set plain = modules.re.sub('^(properties|kafka)\\.', '', name | string) %}
    {% if plain != name %}
      {% do problems.append("properties: write '" ~ plain ~ "' in place of '" ~ name ~ "', as Kafka's client calls it")
          %}
    {% elif name | lower in ['key.deserializer', 'value.deserializer', 'auto.offset.reset', 'enable.auto.commit'] %}
      {% do problems.append("properties: '" ~ name ~ "' is set by Spark's reader; remove it") %}
    {% elif name | lower == 'interceptor.classes' %}
      {% do problems.append("properties: '" ~ name ~ "' is not accepted by Spark's reader, because interceptors can "
          ~ 'change messages; remove it') %}
    {% elif name == 'isolation.level' and value not in ['read_committed', 'read_uncommitted'] %}
      {% do problems.append("properties: 'isolation.level' is '" ~ value ~ "'; write 'read_committed' or "
          ~ "'read_uncommitted'") %}
    {% elif modules.re.search('passw|secret|jaas|keystore\\.key$', name) and not modules.re.match('\\$\\{[^}]+\\}$',
        value | string) %}
      {% do problems.append("properties: '" ~ name ~ "' is secret; add it to spark_config in profiles.yml, "
          ~ 'spark.kafka_of_shop.' ~ name ~ ": \"{{ env_var('DBT_ENV_SECRET_KAFKA') }}\", and write "
          ~ "'${spark.kafka_of_shop." ~ name ~ "}' here") %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# Whether a value is a mapping of partitions to offsets. #}
{% macro _are_offsets(value) %}
  {% if value is not mapping or not value %}{{ return(false) }}{% endif %}
  {% for partition, offset in value.items() if not (modules.re.match('[0-9]+$', partition | string)
      and offset is integer and offset is not boolean and offset >= 0) %}
    {{ return(false) }}
  {% endfor %}
  {{ return(true) }}
{% endmacro %}
