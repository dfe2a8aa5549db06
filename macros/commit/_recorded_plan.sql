{#
  The plan of a commit that is part of its table, from its record and its tables: what `publish_statements` needs. The columns of
  its changes are those of the rows that the run has kept, or of the table.
#}
{% macro _recorded_plan(node, relation, record, commit) %}
  {% set place, producer = fromjson(record['tablestore.side-tables']).get('schema'), record['tablestore.changelog-producer'] %}
  {% set kept = fromjson(record['tablestore.kept']) %}
  {% set source = tablestore._side_table(relation, kept[-1], place) if kept else relation %}
  {% set source = source if tablestore._exists_now(source) else relation %}
  {% set columns = tablestore._columns(tablestore._table_columns(source)) | rejectattr('lower_name', 'in', tablestore._internal_columns() + ['_written_at']) | list %}
  {% set ignored = fromjson(record.get('tablestore.changelog-ignores', '[]')) if record['tablestore.changelog-compares'] == 'true' else none %}
  {% set log = tablestore._side_table(relation, '__changelog', place) %}
  {% set continues = producer != 'none' and not commit.starts_changelog and tablestore._exists_now(log) %}
  {% set log_columns = tablestore._columns(tablestore._table_columns(log)) | map(attribute='quoted') | list if continues else none %}
  {% set keys = tablestore._columns_named(columns, tablestore._split_names(record['tablestore.primary-key']) | map('lower') | list) %}
  {% set plan = tablestore._of_commit(tablestore._new_plan({
    'model': node.name,
    'table': relation | string,
    'side_schema': place,
    'commit_table': '',
    'catalog': tablestore._quote(relation.database) if relation.database else none,
    'history_table': tablestore._side_table_name(relation, '__commits', place),
    'changelog': none if producer == 'none' or record.get('tablestore.counts') == '{}' else
        tablestore._new_changelog(relation, place, producer.split(',')[0], ',' in producer, {'ignored': ignored}),
    'format': record['tablestore.format'],
    'columns': columns,
    'key_columns': keys,
    'keeps_null_keys': record.get('tablestore.null-key') == 'keep',
    'missing_columns': [],
    'kept_columns': [],
    'expiry': none,
    'layout': {'cluster_by': fromjson(record.get('tablestore.cluster-by', '[]'))},
  }), relation, record['tablestore.run'], log_columns, rebuild=commit.rebuild) %}
  {% set tables = [] %}
  {% for suffix in kept %}
    {% do tables.append(tablestore._side_table_name(relation, suffix, place)) %}
  {% endfor %}
  {{ return(dict(plan, kept_tables=tables)) }}
{% endmacro %}
