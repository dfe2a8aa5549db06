{#
  Where a keyed table stands, from its own properties:
    epoch       which build of the table this is; a rebuild starts a new one; none when a keyed model did not make it
    commit      the number of the last commit applied
    key         its primary key
    producer    which changelog it writes, and start, the commit after which that has everything
    compacted   the last commit whose changes its changelog has, where those of several are written together
    offsets     up to which commit it has read the changes of other tables: table -> {epoch, commit}
    definition  what its rows are the result of, as far as the table says so
    ttl         the state TTL of its last run in milliseconds, none for a table that does not know when rows were written
    since       from when rows count that were written before there was a TTL
#}
{% macro _table_state(relation, existing) %}
  {% set properties = tablestore._table_properties(relation) if existing else {} %}
  {{ return({
    'epoch': properties.get('tablestore.epoch'),
    'commit': properties.get('tablestore.commit', '0') | int,
    'key': properties.get('tablestore.primary-key', '').split(','),
    'producer': properties.get('tablestore.changelog-producer', 'none'),
    'start': properties.get('tablestore.changelog-start', '0') | int,
    'compacted': properties.get('tablestore.compacted', '0') | int,
    'compacted_at': properties.get('tablestore.compacted-at'),
    'committed_at': properties.get('tablestore.committed-at'),
    'offsets': fromjson(properties.get('tablestore.offsets', '{}')),
    'definition': tablestore._stored_definition(properties),
    'ttl': none if properties.get('tablestore.state-ttl', 'none') == 'none' else properties['tablestore.state-ttl'] | int,
    'since': properties.get('tablestore.state-since') or none,
    'properties': properties,
  }) }}
{% endmacro %}

{# Tables that were made before they kept their definition say their key and their engine. #}
{% macro _stored_definition(properties) %}
  {% if 'tablestore.definition' in properties %}
    {{ return(fromjson(properties['tablestore.definition'])) }}
  {% elif 'tablestore.primary-key' in properties %}
    {{ return({
      'primary_key': properties['tablestore.primary-key'].split(',') | map('lower') | sort | join(', '),
      'merge_engine': properties.get('tablestore.merge-engine'),
    }) }}
  {% endif %}
  {{ return({}) }}
{% endmacro %}

{% macro _table_properties(relation) %}
  {% set properties = {} %}
  {% for row in tablestore._rows('show tblproperties ' ~ relation) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}

{#
  The commit an earlier run decided and did not mark, as its properties; none when there is none. One with refused rows
  was never decided, one of another build of the table is none of this one's.
#}
{% macro _unfinished(relation, state) %}
  {% set staged = tablestore._sibling(relation, '__commit') %}
  {% if not state.epoch or not load_relation(staged) %}
    {{ return(none) }}
  {% endif %}
  {% set properties = tablestore._table_properties(staged) %}
  {% if properties.get('tablestore.epoch') != state.epoch or properties.get('tablestore.commit', '0') | int != state.commit + 1 %}
    {{ return(none) }}
  {% elif tablestore._rows(tablestore.count_query({'commit_table': staged | string}))[0].rows_refused %}
    {{ return(none) }}
  {% endif %}
  {{ return(properties) }}
{% endmacro %}
