{#
  The plan of a keyed model: everything the other rooms need to know, as one mapping; `plan_schema` lists it.

    settings       what its config says, see `_settings_schema`
    relation       the model's table
    query_columns  the columns of the SELECT, as [{name, type}]
    table_columns  the columns of the stored table, [] when there is none
    column_types   the recorded types of columns that the table's format stores as wider ones, none if it does not record them
    side_schema    the schema of the side tables, none for that of the table
#}
{% macro merge_plan(settings, relation, query_columns, table_columns=[], column_types=none, side_schema=none) %}
  {% set query = tablestore._columns(query_columns) %}
  {% do tablestore.validate_plan(settings, query) %}
  {% set query, options, reserved = tablestore._count_columns(query, settings), settings.options, tablestore._reserved_columns() %}
  {% set names = query | map(attribute='lower_name') | list %}
  {% set typed = tablestore._with_declared_types(table_columns, settings.format, column_types, query) %}
  {% set stored = tablestore._model_columns(typed) if table_columns else query | rejectattr('lower_name', 'in', reserved) | list %}
  {% set columns = stored | selectattr('lower_name', 'in', names) | list %}
  {% set keys, missing = options.primary_key | map('lower') | list, stored | rejectattr('lower_name', 'in', names) | list %}
  {{ return(tablestore._new_plan(dict({
    'model': settings.model,
    'engine': options.merge_engine,
    'options': options,
    'format': settings.format,
    'columns': columns,
    'kept_columns': missing if options.changelog_producer in ['lookup', 'full-compaction'] else [],
    'key_columns': tablestore._columns_named(columns, keys),
    'keeps_null_keys': options.null_key == 'keep',
    'value_columns': columns | rejectattr('lower_name', 'in', keys) | list,
    'sequence_columns': tablestore._columns_named(columns, options.sequence_field | map('lower') | reject('in', keys) | list),
    'sequence_descending': options.sequence_field_sort_order == 'descending',
    'fields': settings.fields,
    'groups': tablestore._sequence_groups(settings, columns),
    'kind_column': tablestore._quote(options.rowkind_field) if options.rowkind_field else ('`_row_kind`' if '_row_kind' in names else none),
    'commit_column': '`_commit`' if '_commit' in names else none,
    'new_columns': query | rejectattr('lower_name', 'in', stored | map(attribute='lower_name') | list + reserved) | list,
    'missing_columns': missing,
    'retyped_columns': tablestore._retyped_columns(query, stored),
    'on_schema_change': settings.on_schema_change,
    'contract': settings.contract,
    'not_null_columns': settings.not_null_columns,
    'layout': tablestore._plan_layout(settings, relation, columns),
    'ignored_options': settings.ignored,
    'ttl_source': settings.ttl_source,
    'expiry': tablestore._plan_expiry(options, table_columns),
    'definition': tablestore._definition(settings, columns),
  }, **tablestore._plan_tables(options, relation, side_schema)))) }}
{% endmacro %}
