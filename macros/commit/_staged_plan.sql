{# The plan of a staged commit, from the staging table and its properties. It has what the statements after staging need. #}
{% macro _staged_plan(node, relation, last, properties) %}
  {% set staged_table = tablestore._side_table(relation, '__commit_' ~ properties['tablestore.staged'], last.side_schema) %}
  {% set staged = tablestore._columns(tablestore._table_columns(staged_table)) %}
  {% set columns = staged | rejectattr('lower_name', 'in', tablestore._internal_columns() + ['_written_at']) | list %}
  {% set written_at = staged | selectattr('lower_name', 'equalto', '_written_at') | list %}
  {% set stored = tablestore._columns(tablestore._table_columns(relation)) if written_at else [] %}
  {% set producer = properties['tablestore.changelog-producer'] %}
  {% set ignored = fromjson(properties.get('tablestore.changelog-ignores', '[]')) if properties['tablestore.changelog-compares'] == 'true' else none %}
  {% set log = tablestore._side_table(relation, '__changelog', last.side_schema) %}
  {% set continues = producer != 'none' and properties['tablestore.changelog-start'] | int < properties['tablestore.commit'] | int - 1 %}
  {% set log_columns = tablestore._columns(tablestore._table_columns(log)) | map(attribute='quoted') | list if continues else none %}
  {{ return(tablestore._of_commit(tablestore._new_plan({
    'model': node.name,
    'table': relation | string,
    'side_schema': last.side_schema,
    'commit_table': staged_table | string,
    'catalog': tablestore._quote(relation.database) if relation.database else none,
    'history_table': tablestore._side_table_name(relation, '__commits', last.side_schema),
    'changelog': none if producer == 'none' else
        tablestore._new_changelog(relation, last.side_schema, producer.split(',')[0], ',' in producer, {'ignored': ignored}),
    'format': properties['tablestore.format'],
    'columns': columns,
    'key_columns': tablestore._columns_named(columns, last.primary_key | map('lower') | list),
    'keeps_null_keys': properties.get('tablestore.null-key') == 'keep',
    'missing_columns': stored | rejectattr('lower_name', 'in', staged | map(attribute='lower_name') | list) | list,
    'kept_columns': [],
    'expiry': {'column': written_at[0]} if written_at else none,
  }), relation, properties['tablestore.staged'], log_columns, branch=tablestore._commit_id(relation))) }}
{% endmacro %}
