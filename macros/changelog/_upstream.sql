{# A table whose changes are read, see `_upstream_schema`. #}
{% macro _upstream(given, subject) %}
  {% set relation = tablestore._bare_relation(given) %}
  {% set stored = tablestore._stored_rows(relation) %}
  {% set last = tablestore._last_commit(stored, true) %}
  {% if not last.epoch %}
    {% set upstream = dict(tablestore._plain_upstream(relation, last.properties, subject), no_before='it is a plain table without a known key') %}
  {% else %}
    {% set upstream = tablestore._keyed_upstream(relation, stored, last, subject) %}
  {% endif %}
  {% if stored is not sameas relation %}
    {% set upstream = dict(upstream, **tablestore._view_upstream(relation, last, subject)) %}
  {% endif %}
  {{ return(tablestore._record('upstream', tablestore._upstream_schema(), dict(upstream, table=relation | string, limit=given.limit))) }}
{% endmacro %}

{% macro _keyed_upstream(relation, stored, last, subject) %}
  {% if last.producer == 'none' %}
    {% do tablestore._fail(subject, ["it writes no changelog: set changelog_producer='lookup' in its model, and run that model once"]) %}
  {% elif tablestore._unfinished_commit(stored, last) %}
    {% do tablestore._fail(subject, ['its last run stopped in the middle of commit ' ~ (last.number + 1) ~ ', which its next run finishes: dbt run --select '
        ~ relation.identifier]) %}
  {% endif %}
  {% set delayed = last.producer.endswith(', apart') %}
  {{ return({
    'epoch': last.epoch,
    'start': last.changelog_start,
    'complete': last.changelog_complete and last.changelog_start == 0,
    'until': last.compacted if delayed else last.number,
    'primary_key': last.primary_key,
    'key_equals': '=' if last.null_key == 'refuse' else '<=>',
    'expires': last.ttl is not none,
    'rows': relation | string if last.ttl is none else tablestore._unexpired_rows(relation, tablestore._reader_expiry(last)) | indent(2),
    'log': tablestore._side_table_name(relation, '__changelog', last.side_schema),
    'pending': tablestore._side_table_name(relation, '__uncompacted', last.side_schema),
    'history': tablestore._side_table_name(stored, '__commits', last.side_schema),
    'compacts': delayed,
    'waiting': delayed and last.compacted < last.number,
    'no_before': "its changelog_producer is 'input', which writes the rows as they were given" if last.producer == 'input' else none,
    'committed_at': last.committed_at,
    'tags': tablestore._tags(last.properties),
  }) }}
{% endmacro %}

{# What differs for a materialized view: its log is a view of the visible columns, and its key can be hidden. #}
{% macro _view_upstream(relation, last, subject) %}
  {% if fromjson(last.properties['tablestore.view']).limited %}
    {% do tablestore._fail(subject, ['it is a materialized view with a LIMIT, which is applied when it is read: write the LIMIT in the query that reads its changes']) %}
  {% endif %}
  {% set names = tablestore._relation_columns(relation, subject) | map(attribute='name') | map('lower') | list %}
  {% if last.primary_key | map('lower') | reject('in', names) | list %}
    {{ return({'primary_key': [], 'no_before': 'it is a materialized view whose result has no key'}) }}
  {% endif %}
  {{ return({}) }}
{% endmacro %}
