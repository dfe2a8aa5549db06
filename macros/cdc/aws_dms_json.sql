{#
  AWS Database Migration Service. The row before an update is in `before-image`, or in fields of `data` that begin with
  BI_; in both, it may have only some of the columns.
#}
{% macro _aws_dms_json_cdc(leaves, options) %}
  {% set map, position = 'map<string, variant>', [] %}
  {% set metadata = {} %}
  {% for name in ['operation', 'record-type', 'schema-name', 'table-name', 'timestamp', 'commit-timestamp',
                  'transaction-id', 'transaction-record-id', 'stream-position'] %}
    {% do metadata.update({name: 'string'}) %}
  {% endfor %}
  {% set has_before = ['m.`before-image` is not null'] %}
  {% for name in leaves %}
    {% do has_before.append('map_contains_key(m.data, ' ~ tablestore.string_literal('BI_' ~ name) ~ ')') %}
  {% endfor %}
  {% for name, width in [('commit-timestamp', 0), ('transaction-id', 30), ('transaction-record-id', 20),
                         ('stream-position', 0), ('timestamp', 0)] %}
    {% set field = 'm.metadata.`' ~ name ~ '`' %}
    {% do position.append(tablestore._padded(field, width) if width else "coalesce(" ~ field ~ ", '')") %}
  {% endfor %}
  {% set data = tablestore._image_from_maps(leaves, [('m.data', '')]) %}
  {{ return({
    'fields': {'data': map, 'before-image': map, 'metadata': tablestore._struct_type(metadata)},
    'op': "if(m.metadata.`record-type` = 'control' and m.metadata.operation <> 'truncate-table', 'control', "
        ~ 'm.metadata.operation)',
    'inserts': ['load', 'insert'], 'updates': ['update'], 'deletes': ['delete'], 'truncates': ['truncate-table'],
    'others': ['control'],
    'after': data,
    'before': tablestore._image_from_maps(leaves, [('m.`before-image`', ''), ('m.data', 'BI_'), ('m.data', '')]),
    'has_before': '(' ~ has_before | join(' or ') ~ ')', 'deleted': data,
    'advice': 'in the task settings, set BeforeImageSettings with EnableBeforeImage',
    'database': 'm.metadata.`schema-name`', 'table': 'm.metadata.`table-name`',
    'order': "concat_ws(' ', " ~ position | join(', ') ~ ')',
    'time': 'try_cast(coalesce(m.metadata.`commit-timestamp`, m.metadata.`timestamp`) as timestamp)',
    'positions': ['metadata.transaction-id', 'metadata.stream-position'],
  }) }}
{% endmacro %}
