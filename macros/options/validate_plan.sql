{#
  Checks settings and columns before anything is written, `query` of the SELECT and `stored` of the table, none if they
  are not known. All problems are reported at once.
#}
{% macro validate_plan(settings, query, stored=none) %}
  {% set options, problems = settings.options, settings.problems | list %}
  {% set names, rowkind = query | map(attribute='lower_name') | list, [options.rowkind_field] | select | list %}
  {% set added = tablestore._added_by_versions(options, query) if options.scd_type == '2' else [] %}
  {% if not options.primary_key %}
    {% do problems.append("'primary_key' is missing; write primary_key='column' or a list of columns") %}
  {% endif %}
  {% for option in ['primary_key', 'sequence_field', 'rowkind_field',
      'changelog_producer_row_deduplicate_ignore_fields', 'cluster_by'] %}
    {% for name in (rowkind if option == 'rowkind_field' else options[option])
        if query and name | lower not in names
        and not (option == 'cluster_by' and name | lower in ['key'] + added | map(attribute='lower_name') | list) %}
      {% do problems.append("'" ~ option ~ "' names '" ~ name ~ "', which is not a column of the SELECT (it has "
          ~ names | join(', ') ~ ")" ~ tablestore._near_names(name, names)) %}
    {% endfor %}
  {% endfor %}
  {% for option in ['primary_key', 'sequence_field', 'cluster_by'] %}
    {% set listed = options[option] | map('lower') | list %}
    {% do problems.append("'" ~ option ~ "' names a column twice: " ~ options[option] | join(', '))
        if listed | length != listed | unique | list | length %}
  {% endfor %}
  {% do problems.extend(tablestore._role_problems(settings)) %}
  {% do problems.extend(tablestore._collation_problems(query)) if settings.kind != 'materialized view'
      and ' collate ' in query | map(attribute='type') | join | lower %}
  {% do problems.extend(tablestore._column_problems(options, query, settings.table_format, settings.format, stored)) %}
  {% if settings.layout.partition_by or settings.layout.clustered_by %}
    {% do problems.extend(tablestore._partition_problems(settings.layout, query + added, settings.format)) %}
  {% endif %}
  {% if settings.fields or options.merge_engine in ['aggregation', 'partial-update'] %}
    {% do problems.extend(tablestore._field_problems(settings, query)) %}
  {% endif %}
  {% do problems.extend(tablestore._engine_problems(settings)) %}
  {% do problems.extend(tablestore._input_problems(settings, query)) if options.input == 'full'
      or options.delete_retained is not none %}
  {% do problems.extend(tablestore._history_problems(settings, query)) if options.scd_type == '2' %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ settings.model ~ "' cannot be built as a " ~ settings.kind, problems) %}
  {% endif %}
{% endmacro %}

{# Columns with a role that they cannot have: those that a changelog adds are not stored, and a key orders nothing. #}
{% macro _role_problems(given) %}
  {% set problems, options = [], given.options %}
  {% set keys, reserved = options.primary_key | map('lower') | list, tablestore._reserved_columns() %}
  {% for option in ['primary_key', 'sequence_field', 'changelog_producer_row_deduplicate_ignore_fields',
      'cluster_by'] %}
    {% for name in options[option] if name | lower in reserved %}
      {% set orders = option == 'sequence_field' and name | lower == '_commit' %}
      {% do problems.append("'" ~ option ~ "' names '" ~ name
          ~ "', a column of changelogs that the table does not store: "
          ~ ('leave it out, rows are in the order of the commits anyway' if orders
             else 'give the column another name in the SELECT')) %}
    {% endfor %}
  {% endfor %}
  {% set kind = (options.rowkind_field or '') | lower %}
  {% if kind in reserved and kind != '_row_kind' %}
    {% do problems.append("'rowkind_field' names '" ~ options.rowkind_field
        ~ "', a column of changelogs that has no row kinds: "
        ~ 'name the column with +I, -U, +U or -D') %}
  {% endif %}
  {% for field, settings in given.fields.items() %}
    {% for name in field.split(',') + (settings.sequence_group or []) if name | lower in reserved %}
      {% do problems.append("'fields' names '" ~ name
          ~ "', a column of changelogs that the table does not store: give the "
          ~ 'column another name in the SELECT') %}
    {% endfor %}
    {% for name in field.split(',') + (settings.sequence_group or [])
        if settings.sequence_group and options.merge_engine == 'partial-update' and name | lower in keys %}
      {% do problems.append("key column '" ~ name
          ~ "' is in a sequence group, but it is the same in all rows that are merged: "
          ~ 'leave it out of the group') %}
    {% endfor %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Problems of the columns of the SELECT. `format` is the record of the table format, and `stored` are the columns of the
  table, none if they are not known.
#}
{% macro _column_problems(options, query, format, format_name, stored) %}
  {% set problems, internal = [], tablestore._reserved_columns_of_merge() %}
  {% set names, types = query | map(attribute='lower_name') | list, {} %}
  {% for column in stored or [] %}
    {% do types.update({column.name | lower: column.type}) %}
  {% endfor %}
  {% set keys, sorting = options.primary_key | map('lower') | list, options.cluster_by | map('lower') | list %}
  {% for name in names | unique if names | select('equalto', name) | list | length > 1 %}
    {% do problems.append("the SELECT returns column '" ~ name ~ "' more than once: name each column once") %}
  {% endfor %}
  {% for column in query %}
    {% set kind = column.type.split('<')[0] %}
    {% if column.lower_name in keys and kind in ['map', 'array', 'struct', 'float', 'double', 'variant'] %}
      {% do problems.append("key column '" ~ column.name ~ "' is of type " ~ column.type
          ~ ", which cannot identify a row: cast it to a string, a whole number, a decimal or a date") %}
    {% endif %}
    {% if modules.re.search('\\b(void|fields|' ~ (format.refused_types or {}) | join('|') ~ ')\\b', column.type) %}
      {% set type = types.get(column.lower_name, '') if stored is not none else none %}
      {% do problems.extend(tablestore._type_problems(column, type, format, format_name)) %}
    {% endif %}
    {% if column.lower_name in sorting and kind in ['map', 'array', 'struct', 'variant'] %}
      {% do problems.append("'cluster_by' names '" ~ column.name ~ "', which is of type " ~ column.type
          ~ ', and rows are not sorted by it: name other columns') %}
    {% endif %}
    {% if modules.re.sub('_[0-9]+$', '', column.lower_name) in internal %}
      {% do problems.append("column '" ~ column.name ~ "' is used by the merge itself: give it another name") %}
    {% endif %}
    {% if column.lower_name == (options.rowkind_field or '_row_kind') | lower and column.type != 'string' %}
      {% do problems.append("row kind column '" ~ column.name ~ "' is of type " ~ column.type
          ~ "; it must be a string holding +I, -U, +U or -D") %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Problems of `partition_by` and `clustered_by`, whose tables are created after the rows are decided. Iceberg has
  partitions of a transformed column: days(at), bucket(16, id). `query` has the columns of the SELECT.
#}
{% macro _partition_problems(layout, query, format) %}
  {% set problems, names = [], query | map(attribute='lower_name') | list %}
  {% set transforms = ['years', 'months', 'days', 'hours', 'year', 'month', 'day', 'hour', 'date', 'date_hour',
      'bucket', 'truncate'] %}
  {% for option in ['partition_by', 'clustered_by'] %}
    {% set seen = [] %}
    {% for entry in layout[option] | select('string') if query %}
      {% set column, label = tablestore._partition_column(entry, names), "'" ~ option ~ "' is '" ~ entry ~ "'" %}
      {% if column.transform and (option, format) != ('partition_by', 'iceberg') %}
        {% do problems.append(label
            ~ '; write the name of a column, only partition_by of Iceberg has transforms of columns') %}
      {% elif column.transform and column.transform | lower not in transforms %}
        {% do problems.append(label ~ '; the transforms are ' ~ transforms | join(', ')
            ~ tablestore._near_names(column.transform, transforms)) %}
      {% else %}
        {% do problems.extend(tablestore._partition_column_problems(label, column.name, query, names)) %}
      {% endif %}
      {% do seen.append((column.begin ~ column.name ~ column.end) | lower) %}
    {% endfor %}
    {% do problems.append("'" ~ option ~ "' names a column twice: " ~ layout[option] | join(', '))
        if seen | length != seen | unique | list | length %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# Why the rows cannot be laid out by a column. #}
{% macro _partition_column_problems(label, name, query, names) %}
  {% set column = query | selectattr('lower_name', 'equalto', name | lower) | first %}
  {% if not column and '.' not in name %}
    {{ return([label ~ ", and '" ~ name ~ "' is not a column of the SELECT (it has " ~ names | join(', ') ~ ')'
        ~ tablestore._near_names(name, names)]) }}
  {% elif column and column.type.split('<')[0] in ['map', 'array', 'struct', 'variant'] %}
    {{ return([label ~ ', whose type is ' ~ column.type ~ ': write a column with plain values']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}

{# Options that the merge engine cannot be combined with. #}
{% macro _engine_problems(given) %}
  {% set options, problems = given.options, [] %}
  {% for name in ['partial_update_remove_record_on_delete', 'partial_update_remove_record_on_sequence_group',
                  'aggregation_remove_record_on_delete'] if options[name] %}
    {% if options.ignore_delete %}
      {% do problems.append("'" ~ name ~ "' and 'ignore_delete' contradict each other: remove one of them") %}
    {% endif %}
    {% set engine = tablestore.options()[name].engine %}
    {% if options.merge_engine != engine %}
      {% do problems.append("'" ~ name ~ "' is an option of merge_engine '" ~ engine ~ "'; the model has merge_engine '"
          ~ options.merge_engine ~ "'") %}
    {% endif %}
  {% endfor %}
  {% if options.merge_engine == 'first-row' and options.changelog_producer not in ['none', 'lookup'] %}
    {% do problems.append("changelog_producer '" ~ options.changelog_producer
        ~ "' cannot be combined with merge_engine 'first-row'; accepted are none, lookup") %}
  {% endif %}
  {{ return(problems + tablestore._changelog_problems(options)) }}
{% endmacro %}

{# Options that the changelog producer cannot be combined with. #}
{% macro _changelog_problems(options) %}
  {% set problems, producer = [], options.changelog_producer %}
  {% for name in ['full_compaction_delta_commits', 'changelog_producer_compaction_interval']
      if options[name] is not none and producer == 'lookup' %}
    {% do problems.append("'" ~ name
        ~ "' cannot be combined with changelog_producer 'lookup', which writes the changes of "
        ~ "every commit: remove it, or write changelog_producer='full-compaction'") %}
  {% endfor %}
  {% if options.changelog_producer_row_deduplicate_ignore_fields and not options.changelog_producer_row_deduplicate %}
    {% do problems.append("'changelog_producer_row_deduplicate_ignore_fields' needs"
        ~ " changelog_producer_row_deduplicate=true") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
