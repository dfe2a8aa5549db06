{#
  Which messages of a topic a run reads, as {start, until, problems, notes, repeats}: for each partition the first
  offset and the one after the last; what keeps the model from reading them; what a user should know; and whether the
  model has read some of them before.

  The model goes on where its last commit ended. A partition that it has not read is new and is read from offset 0, so
  messages that were deleted from it before are lost ones; if the model begins, `scan_startup_mode` decides.

    known     the topic as it is now: {id, partitions: {partition: {first, end, at, again}}}
    recorded  up to where the model has read it, {epoch, partitions}; none if it has not
    again     from where messages are read once more: {offsets, millis}
    reader    the name of the model
#}
{% macro topic_range(known, recorded, again, options, reader) %}
  {% set start, until, problems, notes, repeated = {}, {}, [], [], [] %}
  {# brokers before Kafka 2.8 give each topic this id #}
  {% set is_other = recorded and recorded.epoch != known.id
      and 'AAAAAAAAAAAAAAAAAAAAAA' not in [recorded.epoch, known.id] %}
  {% set anew = tablestore._begin_again(reader, options, not recorded) %}
  {% if is_other %}
    {% set text = "the topic was deleted and created again after model '" ~ reader ~ "' had read "
        ~ tablestore._counted(recorded.partitions.values() | sum, 'offset') ~ ' of it' %}
    {% do (problems if options.fail_on_data_loss else notes).append(text ~ (
        ': write fail_on_data_loss=false to go on with the new topic from its first message, or ' ~ anew
        if options.fail_on_data_loss else '; the model goes on with the first message of the new one')) %}
  {% endif %}
  {% set read = recorded.partitions if recorded else {} %}
  {% do problems.extend(tablestore._unlisted_partitions(known, read, reader)) if not is_other %}
  {% do problems.extend(tablestore._named_partitions(known, {'tablestore_read_again_from': again.offsets,
      'scan_startup_specific_offsets': none if recorded else options.offsets})) %}
  {% for partition, has in known.partitions.items() %}
    {# a partition that is new to a topic began at 0; the first message of another topic is where the model goes on #}
    {% set begins = tablestore._startup_offset(partition, has, options) if not recorded
        else has.first if is_other else read.get(partition, 0) %}
    {% do start.update({partition: tablestore._kept_offset(partition, begins, has, options, anew, problems,
        notes)}) %}
    {% do until.update({partition: has.end}) %}
    {% set from = again.offsets.get(partition, again.offsets.get(partition | int, has.get('again'))) %}
    {% if from is not none and from < start[partition] %}
      {% do repeated.append(partition) if recorded and has.first < start[partition] %}
      {% do start.update({partition: [from, has.first] | max}) %}
    {% endif %}
  {% endfor %}
  {% if options.max_messages and reader and not again.offsets and again.millis is none %}
    {% set waiting = tablestore._limit_range(start, until, options.max_messages) %}
    {% do notes.append('reads ' ~ tablestore._counted(options.max_messages, 'message') ~ ', and '
        ~ tablestore._more_waiting(waiting) ~ ' (max_messages)') if waiting %}
  {% endif %}
  {{ return({'start': start, 'until': until, 'problems': problems, 'notes': notes,
      'repeats': repeated | length > 0}) }}
{% endmacro %}

{# How a model begins anew with the messages that a topic has. From given offsets on, it would fail in the same way. #}
{% macro _begin_again(reader, options, begins) %}
  {% set named = 'name offsets that the topic has in scan_startup_specific_offsets'
      if options.mode == 'specific-offsets' else '' %}
  {% if named and (begins or not reader) %}
    {{ return(named) }}
  {% endif %}
  {{ return((named ~ ', and ' if named else '') ~ tablestore.rebuild_command(reader, with_readers=false)
      ~ ' to begin again with those that are there') }}
{% endmacro %}

{#
  The problem of partitions that the model has read and the broker does not list: a topic never loses partitions, but a
  broker can know an old state of it. Without their offsets in the next commit, they would be read from offset 0 again.
#}
{% macro _unlisted_partitions(known, read, reader) %}
  {% set missing = read.keys() | reject('in', known.partitions) | list %}
  {{ return(["the brokers do not list partition " ~ missing | join(', ') ~ ", which model '" ~ reader
      ~ "' has read before: run it again, dbt run --select " ~ reader ~ '; if the topic was created again with fewer '
      ~ 'partitions, ' ~ tablestore.rebuild_command(reader, with_readers=false)] if missing else []) }}
{% endmacro %}

{# The problems of partitions that the user has named and that the topic does not have: their offsets have no effect. #}
{% macro _named_partitions(known, given) %}
  {% set problems = [] %}
  {% for label, offsets in given.items() %}
    {% set missing = (offsets or {}).keys() | map('string') | reject('in', known.partitions) | list %}
    {% do problems.append(label ~ ': the topic has no partition ' ~ missing | join(', ') ~ '; it has '
        ~ known.partitions | join(', ') ~ ': correct the number, or remove it') if missing %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# The offset at which a model begins with a partition. #}
{% macro _startup_offset(partition, has, options) %}
  {% if options.mode == 'latest-offset' %}
    {{ return(has.end) }}
  {% elif options.mode == 'timestamp' %}
    {{ return(has.at) }}
  {% elif options.mode == 'specific-offsets' %}
    {{ return(options.offsets.get(partition, options.offsets.get(partition | int, has.first))) }}
  {% endif %}
  {{ return(has.first) }}
{% endmacro %}

{# The first offset from one on that a partition still has. What is lost is a problem, or a note by choice. #}
{% macro _kept_offset(partition, offset, has, options, anew, problems, notes) %}
  {% set place = 'partition ' ~ partition ~ ': ' %}
  {% set said = problems if options.fail_on_data_loss else notes %}
  {% if offset < has.first %}
    {% set lost = place ~ 'the messages at ' ~ (has.first - offset) ~ ' offsets, ' ~ offset ~ ' to ' ~ (has.first - 1)
        ~ ', were deleted from the topic before they were read' %}
    {% do said.append(lost ~ (': write fail_on_data_loss=false to go on without them, or ' ~ anew
        if options.fail_on_data_loss else '; the model goes on at offset ' ~ has.first)) %}
    {{ return(has.first) }}
  {% elif offset > has.end %}
    {% set lost = place ~ 'it ends before offset ' ~ has.end ~ ', and the model reads it from offset ' ~ offset
        ~ ' on, so the topic has lost messages' %}
    {% do said.append(lost ~ (': write fail_on_data_loss=false to go on at its end, or ' ~ anew
        if options.fail_on_data_loss else '; the model goes on at its end')) %}
    {{ return(has.end) }}
  {% endif %}
  {{ return(offset) }}
{% endmacro %}

{# Lowers the ends of a range so that each partition gives its share of a number of messages; returns how many wait. #}
{% macro _limit_range(start, until, most) %}
  {% set sizes = {} %}
  {% for partition in start %}
    {% do sizes.update({partition: until[partition] - start[partition]}) %}
  {% endfor %}
  {% set total, left = sizes.values() | sum, [] %}
  {% for partition, size in sizes.items() if total > most %}
    {% set share = (most * size + total - 1) // total %}
    {% do left.append(size - share) %}
    {% do until.update({partition: start[partition] + share}) %}
  {% endfor %}
  {{ return(left | sum) }}
{% endmacro %}
