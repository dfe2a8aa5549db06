{# How the changelog of a keyed model is written, see `_changelog_schema`; `names` are those of the SELECT. #}
{% macro _changelog_planned(settings, columns, names, tables) %}
  {% set options = settings.options %}
  {% set full = options.changelog_producer == 'full-compaction' %}
  {% set commits = options.full_compaction_delta_commits if full else none %}
  {% set interval = options.changelog_producer_compaction_interval if full and not commits else none %}
  {% set keys = options.primary_key | map('lower') | list %}
  {% set ignored = options.changelog_producer_row_deduplicate_ignore_fields | map('lower') | reject('in',
      keys) | list %}
  {{ return(tablestore._changelog_record(tables, options.changelog_producer, interval or (commits or 1) > 1, {
    'commits': commits,
    'interval': interval,
    'ignored': ignored if options.changelog_producer_row_deduplicate or options.input == 'full' else none,
    'retained': options.changelog_time_retained,
    'delete_sequence': tablestore._delete_sequence_type(settings, columns) if options.sequence_field
        and (options.rowkind_field or '_row_kind' in names) else none,
  })) }}
{% endmacro %}

{#
  The type of `_delete_sequence`, the sequence of the delete beside the row that it has removed; none if deletes have no
  effect, or no sequence but that of the key. The rows of the producer `input` are those of the deletes themselves.
#}
{% macro _delete_sequence_type(settings, columns) %}
  {% set options, fields = settings.options, [] %}
  {% set keys, sequence = options.primary_key | map('lower') | list, options.sequence_field | map('lower') | list %}
  {% if options.changelog_producer == 'input' or options.ignore_delete %}
    {{ return(none) }}
  {% endif %}
  {% for column in tablestore._columns_named(columns, sequence) if column.lower_name not in keys %}
    {% set type = tablestore._parsed_type(tablestore._stored_type(settings.table_format, column.type)) %}
    {% do fields.append({'name': column.name, 'type': type}) %}
  {% endfor %}
  {{ return(tablestore._type_text({'kind': 'struct', 'fields': fields}) if fields else none) }}
{% endmacro %}

{#
  The `changelog` of a plan. With `compacted`, the changes of several commits are written together.

    tables  the side tables, see `_side_tables_at`
#}
{% macro _changelog_record(tables, producer, compacted, values) %}
  {{ return(tablestore._record('changelog', tablestore._changelog_schema(), dict(values, **{
    'producer': producer,
    'kind': producer ~ (', apart' if compacted else ''),
    'table': tables['__changelog'] | string,
    'pending_table': tables['__uncompacted'] | string if compacted else none,
    'input_table': tables['__input'] | string if producer == 'input' else none,
  }))) }}
{% endmacro %}

{# The keys of a plan's `changelog`. #}
{% macro _changelog_schema() %}
  {{ return({
    'producer': {'type': 'text', 'from': 'changelog_producer', 'meaning': 'input, lookup or full-compaction'},
    'kind': {'type': 'text', 'from': '_changelog_record',
        'meaning': 'the producer as the table records it; "apart" marks a log that gets the changes of several'
        ~ ' commits together'},
    'table': {'type': 'text', 'from': '_changelog_record', 'meaning': 'the table with the changes'},
    'pending_table': {'type': 'text?', 'from': '_changelog_record',
        'meaning': 'the table where changes wait for the next compaction; none when each commit writes its own'},
    'delete_sequence': {'type': 'text?', 'default': none, 'from': '_delete_sequence_type',
        'meaning': 'the type of its column with the sequences of deletes; none without one'},
    'columns': {'type': 'list?', 'default': none, 'from': '_sync_changelog',
        'meaning': 'the names of its columns in their order, quoted; none for a new one'},
    'input_table': {'type': 'text?', 'from': '_changelog_record',
        'meaning': "the table with the batch as it was given, for the producer 'input'"},
    'ignored': {'type': 'list?', 'from': '_changelog_planned',
        'meaning': 'the names, in lower case, of columns in which a row need not differ; none when every row of the'
        ~ ' batch is in the changelog'},
    'commits': {'type': 'integer?', 'default': none, 'from': 'full_compaction_delta_commits',
        'meaning': 'how many commits are compacted together'},
    'interval': {'type': 'text?', 'default': none, 'from': 'changelog_producer_compaction_interval',
        'meaning': 'the time between compactions, as an interval literal'},
    'retained': {'type': 'text?', 'default': none, 'from': 'changelog_time_retained',
        'meaning': 'how long changes are kept, as an interval literal; none for ever'},
  }) }}
{% endmacro %}
