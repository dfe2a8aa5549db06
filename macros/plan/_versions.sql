{#
  The settings and the columns of a table of versions, as [settings, query], from those of its model: a version is found
  by the key of the model, by the time from which it is valid, and with `system_time` by that of its commit. A batch is
  changes of versions, see `versions_query`.
#}
{% macro _settings_of_versions(settings, query) %}
  {% set options, names = settings.options, tablestore._names_of_versions(settings.options) %}
  {% set logs = options.changelog_producer in ['lookup', 'full-compaction'] %}
  {% set sequence = options.sequence_field | map('lower') | list %}
  {% set at = tablestore._columns_named(query, sequence[:1]) | first %}
  {% set kind, columns = (options.rowkind_field or '_row_kind') | lower, [] %}
  {% for column in query if column.lower_name not in tablestore._reserved_columns() + [kind] %}
    {% do columns.append(column) %}
  {% endfor %}
  {% set type = at.type if at else 'timestamp' %}
  {% set tracked = tablestore._tracked_columns(options, columns) %}
  {% set grouped = options.merge_engine == 'partial-update' %}
  {% set others = options.primary_key | map('lower') | list + ([] if grouped else sequence[:1]) %}
  {% set unpacked = columns | reject('in', [] if grouped else tracked) | rejectattr('lower_name', 'in', others)
      | sort(attribute='lower_name') | list %}
  {% set added = tablestore._added_by_versions(options, query) %}
  {% set events = {'name': '_events', 'type': tablestore._events_type(type, unpacked, grouped)} %}
  {% set ignored = options.changelog_producer_row_deduplicate_ignore_fields %}
  {{ return([
    dict(settings, fields={}, options=dict(options, **{
      'merge_engine': 'deduplicate', 'partial_update_remove_record_on_sequence_group': [],
      'primary_key': options.primary_key + [names.dbt_valid_from, names.dbt_system_from] | select | list,
      'sequence_field': [], 'rowkind_field': none,
      'ignore_update_before': false, 'state_ttl': 0,
      'changelog_producer_row_deduplicate': logs or options.changelog_producer_row_deduplicate,
      'changelog_producer_row_deduplicate_ignore_fields': ignored + ['_events'],
    })),
    columns + added + tablestore._columns([events, {'name': '_row_kind', 'type': 'string'}]),
  ]) }}
{% endmacro %}

{#
  The columns in which neighbouring versions differ: those of `track_history`, without it all. A key is the same in all
  of them, and a sequence always differs.
#}
{% macro _tracked_columns(options, columns) %}
  {% set others = (options.primary_key + options.sequence_field) | map('lower') | list %}
  {% set chosen, tracked = options.track_history or {'except': []}, [] %}
  {% for column in columns if column.lower_name not in others
      and (column.lower_name in chosen.only if 'only' in chosen else column.lower_name not in chosen['except']) %}
    {% do tracked.append(column) %}
  {% endfor %}
  {{ return(tracked) }}
{% endmacro %}

{#
  The type of the column `_events`, the events that a version is made of: their times and kinds, and their values in
  columns that are not compared. In the others, they have those of the version. Those of sequence groups have the name
  of their group, and all values.
#}
{% macro _events_type(type, unpacked, grouped) %}
  {% set fields = ['at:' ~ type, 'kind:string'] + (['sequence_group:string'] if grouped else []) %}
  {% for column in unpacked %}
    {% do fields.append('value_' ~ loop.index ~ ':' ~ column.type) %}
  {% endfor %}
  {{ return('array<struct<' ~ fields | join(',') ~ '>>') }}
{% endmacro %}

{#
  The `versions` of a plan, see `_versions_schema`.

    settings  those of the model
    columns   the columns of the plan
    found     those of the SELECT
#}
{% macro _versions_planned(settings, columns, found) %}
  {% set options, own = settings.options, tablestore._names_of_versions(settings.options) %}
  {% set keys, sequence = options.primary_key | map('lower') | list, options.sequence_field | map('lower') | list %}
  {% set added = {} %}
  {% for name in own %}
    {% do added.update({name: tablestore._columns_named(columns, [own[name] | lower]) | first}) %}
  {% endfor %}
  {% set taken = own.values() | map('lower') | list + ['_events'] %}
  {% set values = columns | rejectattr('lower_name', 'in', taken + keys) | list %}
  {% set tracked, at = tablestore._tracked_columns(options, values),
      tablestore._columns_named(columns, sequence[:1]) | first %}
  {% set kind = '`_row_kind`' if '_row_kind' in found | map(attribute='lower_name') | list else none %}
  {% set grouped = options.merge_engine == 'partial-update' %}
  {% set groups = tablestore._groups_of_versions(settings, columns) if grouped else [] %}
  {{ return(tablestore._record('versions', tablestore._versions_schema(), {
    'key_columns': tablestore._columns_named(columns, keys),
    'at': at,
    'order': [] if groups else tablestore._columns_named(columns, sequence[1:]),
    'groups': groups,
    'value_columns': values,
    'tracked': tracked,
    'unpacked': values | reject('in', [] if groups else tracked + [at]) | sort(attribute='lower_name') | list,
    'added': added,
    'events': tablestore._columns_named(columns, ['_events']) | first,
    'open_until': options.dbt_valid_to_current,
    'clock': tablestore._clock() if options.system_time else none,
    'hard_deletes': options.hard_deletes,
    'source': {
      'delete_sequence': tablestore._delete_sequence_names(found) | select('in', sequence) | list,
      'kind_column': tablestore._quote(options.rowkind_field) if options.rowkind_field else kind,
      'options': dict(options, ignore_delete=options.hard_deletes == 'ignore'),
    },
  })) }}
{% endmacro %}

{# The sequence groups of a history, each with its name and all of its columns. #}
{% macro _groups_of_versions(settings, columns) %}
  {% set found = [] %}
  {% for group in tablestore._sequence_groups(settings, columns) %}
    {% set sequence = group.sequence | map(attribute='lower_name') | list %}
    {% set members = tablestore._columns_named(columns, group.members | reject('in', sequence) | list) %}
    {% do found.append(dict(group, name=sequence | join(','), columns=group.sequence + members)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{# The fields of `_delete_sequence` in a changelog, in lower case: a -D has the values before the delete beside it. #}
{% macro _delete_sequence_names(found) %}
  {% set columns, names = tablestore._columns_named(found, ['_delete_sequence']), [] %}
  {% for field in (tablestore._parsed_type(columns[0].type).fields or [] if columns else []) %}
    {% do names.append(field.name | lower) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{# The keys of a plan's `versions`. #}
{% macro _versions_schema() %}
  {{ return({
    'key_columns': {'type': 'list', 'from': 'primary_key', 'meaning': 'the columns of the key that has versions'},
    'at': {'type': 'mapping', 'from': 'sequence_field',
        'meaning': 'the column with the time of an event; with sequence groups, that of the first group'},
    'order': {'type': 'list', 'from': 'sequence_field', 'meaning': 'the columns that order events of one time'},
    'groups': {'type': 'list', 'from': '_groups_of_versions',
        'meaning': 'the sequence groups, whose events have times of their own; each with its name and its columns'},
    'value_columns': {'type': 'list', 'from': 'columns',
        'meaning': 'the columns of the SELECT that are not in the key'},
    'tracked': {'type': 'list', 'from': 'track_history', 'meaning': 'those in which neighbouring versions differ'},
    'unpacked': {'type': 'list', 'from': 'track_history',
        'meaning': 'the others, without the time, of which each event of a version has values of its own; with sequence'
        ~ ' groups all'},
    'added': {'type': 'mapping', 'from': 'snapshot_meta_column_names',
        'meaning': "the columns of the table with the names of dbt's snapshots, by dbt's names"},
    'events': {'type': 'mapping', 'from': '_events_type', 'meaning': 'the column with the events of a version'},
    'open_until': {'type': 'text?', 'from': 'dbt_valid_to_current',
        'meaning': 'until when an open version is valid, as SQL; none for null'},
    'hard_deletes': {'type': 'text', 'from': 'hard_deletes', 'meaning': 'what a delete does'},
    'horizon': {'type': 'text?', 'default': none, 'from': '_with_horizon',
        'meaning': 'up to which time versions may have been removed, as SQL; none if none have'},
    'source': {'type': 'mapping', 'from': 'rowkind_field',
        'meaning': '{kind_column, options} of the SELECT, as `_row_kind` reads them, and in delete_sequence the names'
        ~ ' of the columns of which `_delete_sequence` has that of a delete'},
    'rows': {'type': 'text?', 'default': none, 'from': '_of_commit',
        'meaning': 'where the batch of the commit is; none for a commit that creates the table'},
    'clock': {'type': 'text?', 'default': none, 'from': '_with_time_of_commit',
        'meaning': 'with system_time, the time of the commit as SQL; before there is one, that of the run'},
    'kept_by': {'type': 'list', 'default': [], 'from': '_with_ranges_of_versions',
        'meaning': 'the statement that has kept the batch there'},
    'key_ranges': {'type': 'list', 'default': [], 'from': '_with_ranges_of_versions',
        'meaning': 'where the keys of the batch are, like those of the plan'},
  }) }}
{% endmacro %}
