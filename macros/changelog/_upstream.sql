{# A table whose changes are read, see `_upstream_schema`. #}
{% macro _upstream(given, subject, consumer=none) %}
  {% set relation = tablestore._bare_relation(given) %}
  {% set stored = tablestore._stored_rows(relation) %}
  {% set found = tablestore._sealed_commit(stored, subject, relation.identifier) %}
  {% if not found.last.epoch %}
    {% set upstream = dict(tablestore._plain_upstream(relation, found.last.properties, subject), no_before='it is a plain table without a known key') %}
  {% else %}
    {% set upstream = tablestore._keyed_upstream(relation, stored, found, subject, tablestore._is_pinned(consumer)) %}
  {% endif %}
  {{ return(tablestore._record('upstream', tablestore._upstream_schema(), dict(upstream, table=relation | string, limit=given.limit))) }}
{% endmacro %}

{#
  Whether a query that reads a table names its version, so that its rows are those of the commit that it counts as read. A
  view does not, because it is read later; nor does an ephemeral model without a consumer, which can be part of a view.
#}
{% macro _is_pinned(consumer) %}
  {{ return(not tablestore._is_compiling_view() and not (consumer is none and tablestore._is_compiling_ephemeral())) }}
{% endmacro %}

{# The counts in the history of a table of rows that its changelog has as written, and that were left as they were. #}
{% macro _counts_of_rows_left(properties) %}
  {% set counted = properties.get('tablestore.history-columns', '').split(',') %}
  {{ return([] if properties.get('tablestore.merge-engine') == 'first-row' else ['rows_ignored_late', 'rows_ignored'] | select('in', counted) | list) }}
{% endmacro %}

{% macro _keyed_upstream(relation, stored, found, subject, pinned) %}
  {% set last = found.last %}
  {% if last.producer == 'none' %}
    {% do tablestore._fail(subject, ["it writes no changelog: set changelog_producer='lookup' in its model, and run that model once"]) %}
  {% endif %}
  {% set delayed = last.producer.endswith(', apart') %}
  {% set names = {'rows': relation | string, 'log': tablestore._side_table_name(relation, '__changelog', last.side_schema),
      'pending': tablestore._side_table_name(relation, '__uncompacted', last.side_schema)} %}
  {% if pinned %}
    {% do names.update({'rows': found.rows, 'log': found.logs['__changelog'], 'pending': found.logs.get('__uncompacted')}) %}
  {% endif %}
  {% set upstream = dict(names, **{
    'epoch': last.epoch,
    'start': last.changelog_start,
    'complete': last.changelog_complete and last.changelog_start == 0,
    'until': last.compacted if delayed else last.number,
    'primary_key': last.primary_key,
    'key_equals': '=' if last.null_key == 'refuse' else '<=>',
    'expires': last.ttl is not none,
    'stored': found.rows if pinned and stored is sameas relation else none,
    'ttl': last.ttl,
    'ttl_since': last.ttl_since,
    'compared': last.properties.get('tablestore.changelog-compares') == 'true',
    'left_counts': tablestore._counts_of_rows_left(last.properties),
    'history': tablestore._side_table_name(stored, '__commits', last.side_schema),
    'compacts': delayed,
    'waiting': delayed and last.compacted < last.number,
    'no_before': "its changelog_producer is 'input', which writes the rows as they were given" if last.producer == 'input' else none,
    'committed_at': last.committed_at,
    'sealed': last.number,
    'tags': tablestore._tags(last.properties),
  }) %}
  {% if stored is not sameas relation %}
    {% set upstream = dict(upstream, **tablestore._view_upstream(relation, last, names, subject, pinned)) %}
  {% endif %}
  {% do upstream.update({'rows': tablestore._unexpired_rows(upstream.rows, tablestore._reader_expiry(last)) | indent(2)} if upstream.expires else {}) %}
  {{ return(upstream) }}
{% endmacro %}
