{#
  Up to which commit the model has read the changes of other tables after this batch: its offsets so far, and the ranges
  that `changelog` wrote into the query when the model was compiled. Of files, the number of those that were read is the
  offset, and `_files_property` has which ones; topics of Kafka have an offset per partition. If another process has run
  the model since then, the same changes would be merged twice, so that is an error.
#}
{% macro _offsets(plan, sql, before) %}
  {% set offsets, problems, reads, split = dict(before), [], {}, [] %}
  {% do tablestore._assert_own_reader(plan.model, sql) if 'tablestore.files ' in sql or 'tablestore.kafka ' in sql %}
  {% do offsets.update(new_files=tablestore._offset_of_files(plan, sql, before)) if 'tablestore.files ' in sql %}
  {% if 'tablestore.kafka ' in sql %}
    {% do offsets.update(tablestore._offsets_of_topics(plan, sql, before)) %}
  {% endif %}
  {% if 'tablestore.changelog ' not in sql %}
    {# a backfill from plain tables leaves the tables that were read before; files and topics come beside them #}
    {{ return(tablestore._with_tables_left(offsets, before, {}) if before and 'tablestore.' not in sql else offsets) }}
  {% endif %}
  {% set ranges = tablestore._annotations('changelog', sql) %}
  {% for range in ranges %}
    {% for table, known in before.items() if known.epoch == range.epoch %}
      {% if known.commit != range.after %}
        {% do problems.append('it had read ' ~ range.table ~ ' up to commit ' ~ range.after
            ~ ' then, and has read it up to commit ' ~ known.commit ~ ' now') %}
      {% endif %}
      {# a renamed table has one offset, under its new name #}
      {% do offsets.pop(table, none) %}
    {% endfor %}
    {% if reads.get(range.epoch, range.until) != range.until %}
      {% do split.append('it reads ' ~ range.table ~ ' up to commit ' ~ reads[range.epoch]
          ~ ' in one place and up to commit ' ~ range.until ~ ' in another') %}
    {% endif %}
    {% do reads.update({range.epoch: range.until}) %}
    {% do offsets.update({range.table: dict(range.offset or {}, epoch=range.epoch, commit=range.until)}) %}
  {% endfor %}
  {% if split %}
    {% do tablestore.fail("model '" ~ plan.model
        ~ "' was compiled while a table that it reads was written; nothing was written",
        split | unique | list + ['run it again: dbt run --select ' ~ plan.model]) %}
  {% endif %}
  {% do tablestore._assert_not_run_since(plan, problems) %}
  {% do tablestore._assert_has_earlier_rows(plan, before, ranges) %}
  {% do tablestore._assert_same_places(plan, before, ranges) %}
  {% do tablestore._assert_not_counted_twice(plan, before, ranges) if before %}
  {{ return(tablestore._with_tables_left(offsets, before, reads) if before else offsets) }}
{% endmacro %}

{# The offsets; those of tables that the query has stopped to read say so, see `_assert_not_counted_twice`. #}
{% macro _with_tables_left(offsets, before, reads) %}
  {% set left = {} %}
  {% for table, offset in before.items() if table in offsets and table != 'new_files' and 'commit' in offset
      and offset.epoch not in reads %}
    {% do left.update({table: dict(offset, left=true)}) %}
  {% endfor %}
  {{ return(dict(offsets, **left)) }}
{% endmacro %}

{#
  Fails if the query goes on with changes of which the table of the model does not have the earlier ones: it was
  compiled for a table that has them. A project whose own `should_full_refresh` depends on more than the config and the
  flag can decide otherwise for the model than for what names it as `consumer`, and others can drop the table.
#}
{% macro _assert_has_earlier_rows(plan, before, ranges) %}
  {% set epochs, problems = before.values() | map(attribute='epoch') | list, [] %}
  {% for range in ranges if range.resumes and range.epoch not in epochs %}
    {% do problems.append('its query has the changes of ' ~ range.table ~ ' after commit ' ~ range.after
        ~ ', and its table, which this run builds anew, would lack what it had read before') %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' was compiled for another table; nothing was written",
      problems + [tablestore._to_rebuild(plan.model, plan.table, plan.options.system_time)] if problems else []) %}
{% endmacro %}

{#
  Fails if the query reads all rows of a table now in place of the changes of a table of the same name in another
  schema or catalog: a run with --defer, or into another schema, has read the rows before. Another model or source of
  the project with this name is another table.
#}
{% macro _assert_same_places(plan, before, ranges) %}
  {% set epochs, places, others, moved = ranges | map(attribute='epoch') | list, {}, [], [] %}
  {% for table, offset in before.items() if 'commit' in offset and table != 'new_files'
      and offset.epoch not in epochs %}
    {% do places.setdefault(tablestore._name_in_schema(table), []).append(table) %}
  {% endfor %}
  {% for node in (graph.get('nodes', {}).values() | list + graph.get('sources', {}).values() | list) if places %}
    {% do others.append((node.relation_name or '') | replace('`', '') | lower) %}
  {% endfor %}
  {% for range in ranges if range.after is none %}
    {% for table in places.get(tablestore._name_in_schema(range.table), [])
        if table | replace('`', '') | lower not in others %}
      {% do moved.append('it reads ' ~ range.table ~ ' for the first time, and has read ' ~ table ~ ' up to commit '
          ~ before[table].commit ~ ': the rows that both have would be read twice. Rebuild this model, '
          ~ tablestore.rebuild_command(plan.model) ~ ', or let it read ' ~ table ~ ' again (--defer, the target). '
          ~ 'If the two have different rows, declare ' ~ table ~ ' as a source') %}
    {% endfor %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' reads a table in another place; nothing was written", moved) %}
{% endmacro %}

{# Fails if another process has run the model since it was compiled: `problems` say what it has read in between. #}
{% macro _assert_not_run_since(plan, problems) %}
  {% do tablestore.fail("model '" ~ plan.model
      ~ "' was run by another process after it was compiled; nothing was written",
      problems + ['run it again: dbt run --select ' ~ plan.model] if problems else []) %}
{% endmacro %}

{# Fails if the SELECT of the model must have all rows: what is read once is in no later SELECT. #}
{% macro _assert_not_full(plan, lacks) %}
  {% do tablestore.fail("model '" ~ plan.model ~ "'", ["input='full' deletes the rows that its SELECT does not have, "
      ~ 'and ' ~ lacks ~ ' that were read before: remove one of the two'] if plan.options.input == 'full' else []) %}
{% endmacro %}

{#
  How many files a model has read after this batch, from the annotations that `new_files` wrote into the query. If
  another process has run the model since it was compiled, the same files would be merged twice, so that is an error.
#}
{% macro _offset_of_files(plan, sql, before) %}
  {% set known, read = (before.get('new_files') or {}).get('commit', 0), tablestore._files_property(sql) %}
  {% do tablestore._assert_not_full(plan, 'tablestore.new_files has no rows of files') %}
  {% set calls = tablestore._annotations('files', sql) %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' reads files in several places; nothing was written",
      tablestore._unequal_files(calls)) %}
  {% for files in calls if files.after != known %}
    {% do tablestore._assert_not_run_since(plan, ['it had read ' ~ tablestore._counted(files.after, 'file')
        ~ ' then, and has read ' ~ known ~ ' now']) %}
  {% endfor %}
  {% set new = read['tablestore.files'] | length // tablestore._file_entry_length() %}
  {{ return({'epoch': 'new_files', 'commit': known + new}) }}
{% endmacro %}

{#
  Why calls of `new_files` in one query lose files: each lists its folder for itself, and a commit records the files of
  all, so a file that only one of them has read, and that another one lists, would count as read by the other.
#}
{% macro _unequal_files(calls) %}
  {% set problems, advice = [], ': call tablestore.new_files once, in a CTE, and select from that twice, or let their '
      ~ 'paths or name_pattern have no file in common' %}
  {% for call in calls if calls | length > 1 %}
    {% set own, foreign = set(tablestore._file_entries(call.read)), {} %}
    {% for other in calls %}
      {% for entry in tablestore._file_entries(other.read) if entry not in own %}
        {% do foreign.update({entry: other.subject}) %}
      {% endfor %}
    {% endfor %}
    {% set query = 'select entry from (select ' ~ tablestore._split_entries(foreign.keys() | join)
        ~ ' as entry) left semi join (' ~ call.listing ~ ') using (entry)' %}
    {% for row in (tablestore.query_rows(query) if foreign else []) %}
      {% do problems.append((call.subject ~ ' has other files in one place than in another'
          if foreign[row.entry] == call.subject else foreign[row.entry] ~ ' has read files that ' ~ call.subject
          ~ ' has as well and has not read') ~ advice) %}
    {% endfor %}
  {% endfor %}
  {{ return(problems | unique | list) }}
{% endmacro %}

{#
  Up to which offset a model has read the topics of Kafka after this batch, from the annotations that `kafka` wrote into
  the query: `kafka:<name>` -> {epoch, partitions}, of which the epoch is the id of the topic.
#}
{% macro _offsets_of_topics(plan, sql, before) %}
  {% set offsets, problems, split = {}, [], [] %}
  {% do tablestore._assert_not_full(plan, 'tablestore.kafka has no messages') %}
  {% for range in tablestore._annotations('kafka', sql) %}
    {% set key, offset = 'kafka:' ~ range.name, {'epoch': range.epoch, 'partitions': range.until} %}
    {% if offsets.get(key, offset).epoch != range.epoch %}
      {% do split.append(range.subject ~ ' reads two topics of the same name: give one of them another, '
          ~ "name='" ~ range.name ~ "_2'") %}
    {% elif offsets.get(key, offset) != offset %}
      {% do split.append(range.subject ~ ' has other messages in one place than in another: call tablestore.kafka '
          ~ 'once, in a CTE, and select from that twice') %}
    {% endif %}
    {% do offsets.update({key: offset}) %}
    {% do problems.append('it had read ' ~ range.subject ~ ' up to ' ~ tablestore._shown_offsets(range.after)
        ~ ' then, and has read it up to ' ~ tablestore._shown_offsets(before.get(key)) ~ ' now')
        if before.get(key) != range.after %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' reads a topic in several places; nothing was written",
      split | unique | list) %}
  {% do tablestore._assert_not_run_since(plan, problems | unique | list) %}
  {% do tablestore._log_unread_topics(plan, offsets) if before %}
  {{ return(offsets) }}
{% endmacro %}

{# Says that a model which goes on with topics reads none of those that a run is to read again. #}
{% macro _log_unread_topics(plan, offsets) %}
  {% set named, read = tablestore._messages_to_read_again().keys() | list, [] %}
  {% for key in offsets %}
    {% do read.append(key.removeprefix('kafka:')) %}
  {% endfor %}
  {% if named and read and not read | select('in', named) | list %}
    {% do log(plan.model ~ ': no message is read again: tablestore_read_again_from has ' ~ named | join(', ')
        ~ ', and the model reads ' ~ read | join(', '), info=true) %}
  {% endif %}
{% endmacro %}

{# The offsets of the partitions of a topic for a message. #}
{% macro _shown_offsets(offset) %}
  {{ return('offsets ' ~ tojson(offset.partitions, sort_keys=true) if offset else 'no message') }}
{% endmacro %}
