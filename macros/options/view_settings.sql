{#
  The settings of the table with the rows of a view, see `_settings_schema`. The plan of its query has the key. The TTL
  of a view is for its states: its rows do not expire.
#}
{% macro view_settings(node, options, key) %}
  {{ return(tablestore._settings(node, tablestore._settings_config(node), {
    'kind': 'materialized view',
    'options': dict(options.table, primary_key=key),
    'fields': {},
    'problems': [],
    'ignored': options.ignored,
    'ttl_source': none,
    'signed_zeros': true,
  })) }}
{% endmacro %}
