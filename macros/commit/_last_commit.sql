{# The last commit of a keyed table as its properties record it, see `_last_commit_schema`. #}
{% macro _last_commit(relation, existing) %}
  {% set stored = tablestore._table_properties(relation) if existing else {} %}
  {% set properties = tablestore._sealed_properties(stored) %}
  {{ return(tablestore._record('last commit', tablestore._last_commit_schema(), {
    'epoch': properties.get('tablestore.epoch'),
    'number': properties.get('tablestore.commit', '0') | int,
    'primary_key': tablestore._split_names(properties.get('tablestore.primary-key', '')),
    'null_key': properties.get('tablestore.null-key', 'refuse'),
    'definition': tablestore._stored_definition(properties),
    'column_types': fromjson(properties.get('tablestore.column-types', 'null')),
    'producer': properties.get('tablestore.changelog-producer', 'none'),
    'changelog_start': properties.get('tablestore.changelog-start', '0') | int,
    'changelog_complete': properties.get('tablestore.changelog-complete', 'true') == 'true',
    'compacted': properties.get('tablestore.compacted', '0') | int,
    'compacted_at': properties.get('tablestore.compacted-at'),
    'committed_at': properties.get('tablestore.committed-at'),
    'offsets': fromjson(properties.get('tablestore.offsets', '{}')),
    'ttl': none if properties.get('tablestore.state-ttl', 'none') == 'none' else properties['tablestore.state-ttl'] | int,
    'ttl_since': properties.get('tablestore.state-since') or none,
    'side_schema': fromjson(properties.get('tablestore.side-tables', '{}')).get('schema'),
    'exists': existing is not none and existing is not false,
    'serial': [properties.get('tablestore.serial', 0) | int, properties.get('tablestore.commit', 0) | int] | max,
    'version': properties.get('tablestore.version'),
    'switched': stored.get('tablestore.switched') if properties.get('tablestore.commit', 0) | int == 0 else none,
    'snapshot': tablestore._current_snapshot(properties),
    'properties': properties,
    'old_properties': tablestore._old_properties(stored, properties),
  })) }}
{% endmacro %}

{# Tables of earlier releases do not record their definition, only their key and their engine. #}
{% macro _stored_definition(properties) %}
  {% if 'tablestore.definition' in properties %}
    {{ return(fromjson(properties['tablestore.definition'])) }}
  {% elif 'tablestore.primary-key' in properties %}
    {{ return({
      'primary_key': tablestore._split_names(properties['tablestore.primary-key']) | map('lower') | sort | join(', '),
      'merge_engine': properties.get('tablestore.merge-engine'),
    }) }}
  {% endif %}
  {{ return({}) }}
{% endmacro %}
