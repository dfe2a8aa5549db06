{#
  The plan of a keyed model: everything the other rooms need, as one dict of finished names and values.
  The only reader of model config.

    node           the model's node (`model` in a materialization, an entry of `graph.nodes` in an operation)
    relation       where the table is
    query_columns  columns of the SELECT, as [{name, type}]
    table_columns  columns of the stored table, [] when there is none
#}
{% macro merge_plan(node, relation, query_columns, table_columns=[]) %}
  {% set given = tablestore._read_options(node.config) %}
  {% set query = tablestore._columns(query_columns) %}
  {% do tablestore._settle_ttl(given, node) %}
  {% set format = node.config.file_format or target.get('file_format') or 'iceberg' %}
  {% do tablestore.validate_plan(node, given, query, format) %}

  {% set options = given.options %}
  {% do tablestore._counted(query, given) %}
  {% set keys = options.primary_key | map('lower') | list %}
  {% set stored = tablestore._model_columns(table_columns) if table_columns else
      query | rejectattr('key', 'in', tablestore._reserved_columns()) | list %}
  {% set columns = stored if not table_columns else stored | selectattr('key', 'in', query | map(attribute='key') | list) | list %}
  {% set names = query | map(attribute='key') | list %}
  {{ return(dict({
    'model': node.name, 'engine': options.merge_engine, 'options': options, 'format': format,
    'columns': columns,
    'kept_columns': stored | rejectattr('key', 'in', names) | list if options.changelog_producer in ['lookup', 'full-compaction'] else [],
    'key_columns': tablestore._pick(columns, keys),
    'value_columns': columns | rejectattr('key', 'in', keys) | list,
    'sequence_columns': tablestore._pick(columns, options.sequence_field | map('lower') | list),
    'fields': given.fields,
    'groups': tablestore._groups(given, columns),
    'needless': dict(given.needless, **tablestore._needless_cadence(options)),
    'sequence_descending': options.sequence_field_sort_order == 'descending',
    'kind_column': tablestore._quote(options.rowkind_field) if options.rowkind_field else
        ('`_row_kind`' if '_row_kind' in names else none),
    'commit_column': '`_commit`' if '_commit' in names else none,
    'new_columns': query | rejectattr('key', 'in', stored | map(attribute='key') | list + tablestore._reserved_columns()) | list,
    'missing_columns': stored | rejectattr('key', 'in', names) | list,
    'retyped_columns': tablestore._retyped(query, stored),
    'contract': (node.config.contract or {}).get('enforced', false),
    'not_null_columns': tablestore._not_null(node),
    'layout': tablestore._layout_of(node, relation),
    'ttl_from': given.ttl_from,
    'expiry': tablestore._expiry_of(options, table_columns),
    'definition': tablestore._definition(given, columns),
  }, **tablestore._tables_of(options, relation, columns))) }}
{% endmacro %}
