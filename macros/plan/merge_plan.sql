{#
  The plan of a keyed model: everything the other rooms need to know, as one mapping; `plan_schema` lists it.

    settings       what its config says, see `_settings_schema`
    relation       the model's table
    query_columns  the columns of the SELECT, as [{name, type}]
    table_columns  the columns of the stored table, [] when there is none, and none if they do not matter
    column_types   the recorded types of columns that the table's format stores as wider ones, none if it does not
                   record them
    side_schema    the schema of the side tables, none for that of the table
#}
{% macro merge_plan(settings, relation, query_columns, table_columns=none, column_types=none, side_schema=none) %}
  {% set found, taken = tablestore._columns(query_columns), tablestore._reserved_columns() %}
  {% set history = settings.options.scd_type == '2' %}
  {% do tablestore.validate_plan(settings, found, table_columns) %}
  {% set source = dict(settings, options=tablestore._options_of_versions(settings)) if history else settings %}
  {% set settings, query = tablestore._settings_of_versions(source, found) if history else (source, found) %}
  {% set given, query, options = query, tablestore._counted_columns(query, settings, taken), settings.options %}
  {% set names, table_columns = query | map(attribute='lower_name') | list, table_columns or [] %}
  {% set stored = tablestore._stored_types(settings.table_format, table_columns, column_types, query) if table_columns
      else query | rejectattr('lower_name', 'in', taken) | list %}
  {% set columns = stored | selectattr('lower_name', 'in', names) | list %}
  {% set missing, tables = stored | reject('in', columns) | list, tablestore._side_tables_at(relation, side_schema) %}
  {% set plan = tablestore._record('plan', tablestore.plan_schema(),
      dict(tablestore._column_roles(settings, columns, names), **{
    'arrival': settings.arrival, 'model': settings.model, 'table': relation | string,
    'catalog': tablestore._quote(relation.database) if relation.database else none,
    'side_schema': side_schema, 'side_tables': tables,
    'history_table': tables['__commits'] | string,
    'changelog': tablestore._changelog_planned(settings, columns, names, tables)
        if options.changelog_producer != 'none' else none,
    'engine': options.merge_engine, 'options': options,
    'format': settings.format, 'table_format': settings.table_format, 'columns': columns,
    'kept_columns': missing if options.changelog_producer in ['lookup', 'full-compaction'] else [],
    'keeps_null_keys': options.null_key == 'keep', 'is_view': settings.kind == 'materialized view',
    'is_folded': settings.kind == 'materialized view' or options.scd_type == '2',
    'counted_columns': query | reject('in', given) | list,
    'fields': settings.fields, 'missing_columns': missing,
    'new_columns': query | rejectattr('lower_name', 'in', taken + stored | map(attribute='lower_name') | list) | list,
    'narrow_types': tablestore._narrow_types(settings.table_format, columns + missing),
    'retyped_columns': tablestore._retyped_columns(query, stored) if table_columns else [],
    'contract': settings.contract, 'not_null_columns': settings.not_null_columns, 'ttl_source': settings.ttl_source,
    'layout': tablestore._plan_layout(settings, relation, columns), 'on_schema_change': settings.on_schema_change,
    'ignored_options': settings.ignored, 'required_columns': table_columns | selectattr('null_after') | list,
    'deletes': tablestore._plan_deletes(relation, side_schema, options) if options.delete_retained else none,
    'expiry': tablestore._plan_expiry(options, table_columns),
    'versions': tablestore._versions_planned(source, columns, found) if history else none,
    'definition': tablestore._definition(source, columns),
  })) %}
  {{ return(dict(plan, merge=tablestore._engine(plan))) }}
{% endmacro %}

{#
  How the rows of a keyed table expire, see `_expiry_schema`; none for a table that does not record when its rows were
  written. A table that once did continues to do so: a TTL that is set again is then right for the rows written in
  between.
#}
{% macro _plan_expiry(options, table_columns) %}
  {% set stored = '_written_at' in table_columns | map(attribute='name') | map('lower') | list %}
  {% if not options.state_ttl and not stored %}
    {{ return(none) }}
  {% endif %}
  {{ return(tablestore._record('expiry', tablestore._expiry_schema(), {
    'column': tablestore._columns([{'name': '_written_at', 'type': 'timestamp'}])[0],
    'stored': stored,
    'ttl': options.state_ttl,
    'clock': tablestore._clock(),
  })) }}
{% endmacro %}

{# The keys of a plan's `expiry`. That of a commit of a version before 0.1.0 only has the column. #}
{% macro _expiry_schema() %}
  {{ return({
    'column': {'type': 'mapping', 'from': '_plan_expiry', 'meaning': 'the column with the time of the last write'},
    'stored': {'type': 'boolean', 'default': true, 'from': '_plan_expiry',
        'meaning': 'whether the table has that column'},
    'ttl': {'type': 'integer', 'default': 0, 'from': 'state_ttl',
        'meaning': 'the state TTL in milliseconds, 0 for no limit'},
    'clock': {'type': 'text?', 'default': none, 'from': '_clock', 'meaning': 'the time of this run, as SQL'},
    'since': {'type': 'text?', 'default': none, 'from': '_sync_expiry',
        'meaning': 'when rows without a time of their own count as written, as SQL; none without such rows'},
  }) }}
{% endmacro %}

{# Where the sequences of deletes are kept, and how long: `deletes` of a plan. #}
{% macro _plan_deletes(relation, side_schema, options) %}
  {{ return({'table': tablestore.side_table(relation, '__deleted', side_schema), 'retained': options.delete_retained,
      'stored': false, 'creates': 'create table if not exists', 'columns': none}) }}
{% endmacro %}

{#
  The columns of the SELECT. A column with the function count is a bigint, whatever type it counts. Keys, sequence
  fields, those of groups, and the columns that are never in the table, `reserved`, have no function.
#}
{% macro _counted_columns(query, settings, reserved) %}
  {% set options, columns = settings.options, [] %}
  {% set plain = (options.primary_key + options.sequence_field) | map('lower') | list + reserved %}
  {% for names, given in settings.fields.items() if given.sequence_group and options.merge_engine == 'partial-update' %}
    {% do plain.extend(names.split(',')) %}
  {% endfor %}
  {% for column in query %}
    {% set given = settings.fields.get(column.lower_name, {}) %}
    {% set function = given.aggregate_function or options.default_aggregate_function %}
    {% set counts = function == 'count' and options.merge_engine in ['aggregation', 'partial-update'] %}
    {% do columns.append(dict(column, type='bigint') if counts and column.lower_name not in plain else column) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}

{#
  The columns of a keyed table with the types that the model declares, where its format stores a wider type: values are
  checked against the declared type in every run, and not only in the run that creates the table.

    types  the declared types as the table records them, see `_narrow_types`; none for a table that does not, where the
           columns of the SELECT, `query`, have them
#}
{% macro _stored_types(format, table_columns, types, query) %}
  {% set columns = [] %}
  {% set known = types if types is not none
      else dict(zip(query | map(attribute='lower_name'), query | map(attribute='type'))) %}
  {% for column in table_columns %}
    {% set type = known.get(column.name | lower, column.type) %}
    {% set narrow = type != column.type and tablestore._stored_type(format, type) == column.type %}
    {% do columns.append(dict(column, type=type) if narrow else column) %}
  {% endfor %}
  {{ return(tablestore._columns_of_model(columns)) }}
{% endmacro %}

{# The types of columns that a format stores as wider ones, for the table's properties: name in lower case -> type. #}
{% macro _narrow_types(format, columns) %}
  {% set types, wide = {}, format.stored_types %}
  {% for column in columns if wide and (column.type in wide or '<' in column.type)
      and tablestore._stored_type(format, column.type) != column.type %}
    {% do types.update({column.lower_name: column.type}) %}
  {% endfor %}
  {{ return(types) }}
{% endmacro %}

{# What each column is for: `names` are those of the SELECT. #}
{% macro _column_roles(settings, columns, names) %}
  {% set options = settings.options %}
  {% set keys = options.primary_key | map('lower') | list %}
  {% set values = columns | rejectattr('lower_name', 'in', keys) | list %}
  {% set sequence = options.sequence_field | map('lower') | reject('in', keys) | list %}
  {% set kind = '`_row_kind`' if '_row_kind' in names else none %}
  {{ return({
    'key_columns': tablestore._columns_named(columns, keys),
    'value_columns': tablestore._signed_columns(values) if settings.signed_zeros else values,
    'sequence_columns': tablestore._columns_named(columns, sequence) if sequence else [],
    'sequence_descending': options.sequence_field_sort_order == 'descending',
    'groups': tablestore._sequence_groups(settings, columns) if options.merge_engine == 'partial-update' else [],
    'kind_column': tablestore._quote(options.rowkind_field) if options.rowkind_field else kind,
    'commit_column': '`_commit`' if '_commit' in names else none,
  }) }}
{% endmacro %}

{#
  Columns in which 0.0 and -0.0 are two values: a group of a view whose largest value was the one and is the other has
  changed, although SQL finds them equal. The entries of a map have no order as text.
#}
{% macro _signed_columns(columns) %}
  {% set found = [] %}
  {% for column in columns %}
    {% set type = column.type | lower %}
    {% set signed = ('float' in type or 'double' in type) and 'map<' not in type %}
    {% do found.append(dict(column, signed_zeros=signed)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{#
  The columns whose type in the SELECT does not fit the stored type; a type that fits is cast without notice. `widens`
  says whether the table can change to the new type in place. dbt's macros read `column_name` and `new_type`.
#}
{% macro _retyped_columns(query, stored) %}
  {% set result = [] %}
  {% for column in stored %}
    {% for given in query if given.lower_name == column.lower_name and given.type != column.type
        and not tablestore._type_holds(column.type, given.type) %}
      {% do result.append({'name': column.name, 'quoted': column.quoted, 'old_type': column.type, 'type': given.type,
          'column_name': column.name, 'new_type': given.type,
          'widens': tablestore._type_widens(column.type, given.type)}) %}
    {% endfor %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# How the table is laid out, with its columns: rows are sorted by those of `cluster_by`, or by the key. #}
{% macro _plan_layout(settings, relation, columns) %}
  {% set names, layout = settings.options.cluster_by | map('lower') | list, settings.layout %}
  {% set names = settings.options.primary_key | map('lower') | list if names == ['key'] else names %}
  {% set version, property = settings.options.format_version, settings.table_format.version_property %}
  {{ return(dict(layout, **{
    'properties': dict(layout.properties, **({property: version} if version and property else {})),
    'cluster_by': tablestore._columns_named(columns, names) | map(attribute='quoted') | list if names else [],
    'partition_by': tablestore._laid_out_by(layout.partition_by, columns) if layout.partition_by else [],
    'clustered_by': tablestore._laid_out_by(layout.clustered_by, columns) if layout.clustered_by else [],
    'location': layout.location ~ '/' ~ relation.identifier if layout.location else none,
  })) }}
{% endmacro %}
