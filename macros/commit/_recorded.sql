{#
  The plan of a commit that is part of its table, from its record and its tables: what `publish_statements` needs. The
  columns of its changes are those of the rows that the run has kept, or of the table.
#}
{% macro _recorded_plan(node, relation, record, commit) %}
  {% set place, kept = fromjson(record['tablestore.side-tables']).get('schema'), fromjson(record['tablestore.kept']) %}
  {% set source = tablestore.side_table(relation, kept[-1], place) if kept else relation %}
  {% set stored = tablestore._columns(tablestore._describe_table(source, of_run=kept) if tablestore._exists_now(source)
      else tablestore._describe_table(relation)) %}
  {% set others = tablestore._reserved_columns_of_merge() + ['_delete_sequence', '_written_at'] %}
  {% set columns = stored | rejectattr('lower_name', 'in', others) | list %}
  {% set keys = tablestore._split_names(record['tablestore.primary-key']) | map('lower') | list %}
  {% set side_tables = tablestore._side_tables_at(relation, place) %}
  {% set plan = tablestore._record('plan', tablestore.plan_schema(), {
    'model': tablestore.versioned_name(node),
    'table': relation | string,
    'side_schema': place,
    'catalog': tablestore._quote(relation.database) if relation.database else none,
    'side_tables': side_tables,
    'history_table': side_tables['__commits'] | string,
    'changelog': tablestore._recorded_changelog(side_tables, record),
    'format': record['tablestore.format'],
    'table_format': tablestore._format(record['tablestore.format']),
    'columns': columns,
    'key_columns': tablestore._columns_named(columns, keys),
    'keeps_null_keys': record.get('tablestore.null-key') == 'keep',
    'missing_columns': [],
    'kept_columns': [],
    'expiry': none,
    'layout': {'cluster_by': fromjson(record.get('tablestore.cluster-by', '[]'))},
  }) %}
  {% set log, log_columns = side_tables['__changelog'], none %}
  {% if record['tablestore.changelog-producer'] != 'none' and not commit.starts_changelog
      and tablestore._exists_now(log) %}
    {% set log_columns = tablestore._columns(tablestore._describe_table(log)) | map(attribute='quoted') | list %}
  {% endif %}
  {% set tables = [] %}
  {% for suffix in kept %}
    {% do tables.append(tablestore.side_table(relation, suffix, place) | string) %}
  {% endfor %}
  {% set plan = tablestore._of_commit(plan, relation, record['tablestore.run'], log_columns, rebuild=commit.rebuild) %}
  {{ return(tablestore._with_defaults(dict(plan, kept_tables=tables), relation)) }}
{% endmacro %}

{# The `changelog` of such a plan; none for a commit that has no changes. #}
{% macro _recorded_changelog(side_tables, record) %}
  {% set producer = record['tablestore.changelog-producer'] %}
  {% if producer == 'none' or record.get('tablestore.counts') == '{}' %}
    {{ return(none) }}
  {% endif %}
  {% set compares = record['tablestore.changelog-compares'] == 'true' %}
  {% set ignored = fromjson(record.get('tablestore.changelog-ignores', '[]')) if compares else none %}
  {% set name, compacted = producer.split(',')[0], ',' in producer %}
  {{ return(tablestore._changelog_record(side_tables, name, compacted, {'ignored': ignored,
      'delete_sequence': record.get('tablestore.changelog-delete-sequence') or none})) }}
{% endmacro %}
