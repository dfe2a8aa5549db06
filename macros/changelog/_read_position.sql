{# Up to which commit the reader has read the table; none if nothing. A renamed table is found by its epoch. #}
{% macro _read_position(upstream, reader) %}
  {% for table, offset in (reader.offsets if reader else {}).items() %}
    {% if offset.epoch == upstream.epoch %}
      {% set problems = tablestore._problems_of_clone(upstream, reader, table, offset) if upstream.history
          and upstream.has_history and table | replace('`', '') | lower != upstream.table | replace('`', '') | lower
          else tablestore._problems_of_plain(upstream, reader, offset) if upstream.changes else [] %}
      {% do tablestore._cannot_read('tablestore.changelog(' ~ upstream.table ~ ')', problems) %}
      {{ return(offset.commit) }}
    {% elif table == upstream.table %}
      {% do tablestore._cannot_read('tablestore.changelog(' ~ table ~ ')', [
          "the table was rebuilt after model '" ~ reader.name
          ~ "' had read it up to commit " ~ offset.commit ~ ': rebuild that model as well, '
          ~ tablestore.rebuild_command(reader.name)]) %}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{#
  Why a reader cannot go on in a table with what it has read of another one of the same epoch: one of them is a clone of
  the other, and one of the commits that it has read is not in both. A clone goes on counting; its history begins with
  that of its original, or with its own commits if it was made by hand. If the other table is gone, this is the same one
  under a new name.
#}
{% macro _problems_of_clone(upstream, reader, table, offset) %}
  {% set other = tablestore._relation_of_name(table) %}
  {% set last = tablestore.last_commit(other, load_relation(other)) %}
  {% set history, rows, firsts = tablestore.side_table(other, '__commits', last.side_schema), [], [] %}
  {% if last.epoch != offset.epoch or not load_relation(history) %}
    {{ return([]) }}
  {% endif %}
  {% for one in [history, upstream.history] %}
    {% do rows.append('select commit, invocation_id from ' ~ one ~ ' where epoch = '
        ~ tablestore.string_literal(offset.epoch)) %}
    {% do firsts.append(tablestore.query_rows('select min(commit) as first from (' ~ rows[-1] ~ ')')[0].first) %}
  {% endfor %}
  {% if none in firsts %}
    {{ return([]) }}
  {% endif %}
  {% set differs = tablestore.query_rows('select min(commit) as first from (\n  select commit from (\n    '
      ~ rows | join('\n    union all ') ~ '\n  )\n  where commit >= ' ~ firsts | max
      ~ '\n  group by commit, invocation_id having count(*) = 1\n)')[0].first %}
  {% if differs is none or differs > offset.commit %}
    {{ return([]) }}
  {% endif %}
  {{ return(['one of it and ' ~ table ~ ' is a clone of the other, and they differ from commit ' ~ differs
      ~ " on; model '" ~ reader.name ~ "' has read " ~ table ~ ' up to commit ' ~ offset.commit
      ~ ': rebuild the model, ' ~ tablestore.rebuild_command(reader.name) ~ ', or let it read ' ~ table
      ~ ' again (--defer, the target)']) }}
{% endmacro %}

{#
  Why a reader cannot go on in a plain table. It has read columns in whose place others are now: a change has the values
  of these, so that a delete does not take back what the reader has. Or an Iceberg table went back, and a later snapshot
  has the position of the one that was read; an offset of an earlier release does not say which one that was.
#}
{% macro _problems_of_plain(upstream, reader, offset) %}
  {% if offset.snapshot and upstream.snapshot_ids.get(offset.commit, offset.snapshot) != offset.snapshot %}
    {{ return(["model '" ~ reader.name ~ "' has read it up to snapshot " ~ offset.snapshot
        ~ ', which is not among those that have led to its rows any more; rebuild the model: '
        ~ tablestore.rebuild_command(reader.name)]) }}
  {% endif %}
  {% set replaced = tablestore._replaced_fields(upstream, offset) if upstream.snapshot_ids
      else tablestore._replaced_names(upstream, offset) %}
  {{ return([] if not replaced else ["model '" ~ reader.name ~ "' has read it up to commit " ~ offset.commit
      ~ ', and other columns have the names of those since then: ' ~ replaced | join(', ')
      ~ '. Its changes have their values, and a model that reads them has those from before: rebuild it, '
      ~ tablestore.rebuild_command(reader.name)]) }}
{% endmacro %}

{# The columns and fields of an Iceberg table with other ids than those that have been read, by their paths. #}
{% macro _replaced_fields(upstream, offset) %}
  {% set read, replaced = upstream.snapshot_ids.get(offset.commit), [] %}
  {% if not offset.fields and (not read or tablestore._adapter_has_columns_of(upstream.table, read)) %}
    {{ return([]) }}
  {% endif %}
  {% set now = tablestore._adapter_field_paths(upstream.table) %}
  {% for path, id in (offset.fields or tablestore._adapter_field_paths(upstream.table, read)).items() %}
    {% do replaced.append(path) if now.get(path, id) != id %}
  {% endfor %}
  {{ return(replaced | sort) }}
{% endmacro %}

{# The columns of a Delta table that have the names of some that were dropped, renamed or replaced. #}
{% macro _replaced_names(upstream, offset) %}
  {% set changes, replaced = tablestore.changed_columns(upstream.table, offset.commit, upstream.until), [] %}
  {% for column in (tablestore.query_columns('select * from ' ~ upstream.table) if changes else []) %}
    {% set name = column.name | lower %}
    {% for change in changes %}
      {# also those of a field, `s.field`, if there is one with its name again #}
      {% for path in change.columns or [name]
          if (path | lower ~ '.').startswith((name ~ '.', '`' ~ name | replace('`', '``') ~ '`.')) %}
        {% set field = path.split('.')[-1] | lower | replace('`', '') ~ ':' %}
        {% do replaced.append(column.name) if path | lower | replace('`', '') == name
            or field in column.type | lower | replace('`', '') %}
      {% endfor %}
    {% endfor %}
  {% endfor %}
  {{ return(replaced | unique | list) }}
{% endmacro %}
