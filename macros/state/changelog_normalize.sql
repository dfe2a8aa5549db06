{#
  What the changes of a table come to, one change per key: of a keyed table, and of a plain Delta or Iceberg table whose
  key is said here.
#}
{% macro changelog_normalize(relation, key, hint=none, consumer=none) %}
  {% set problems, keys = [], tablestore._as_list(key) %}
  {% if not keys %}
    {% do problems.append('key: give at least one column') %}
  {% endif %}
  {% do tablestore._no_hint(hint, problems) %}
  {% set names = tablestore._input_names({'input': relation}, none, problems) %}
  {% do tablestore._fail('changelog_normalize', problems) %}
  {{ return(tablestore._one_input('changelog_normalize', relation, consumer, {
    'type': 'changelog-normalize', 'inputs': tablestore._node_inputs({'input': relation}, names), 'arguments': {'key': keys},
    'states': [{'name': 'changelogNormalizeState', 'alias': names.input, 'hint': none}],
  }, {'render': tablestore._as_they_are, 'expiry': 'gap', 'argument': 'key', 'key': keys, 'normalized': true})) }}
{% endmacro %}

{% macro _as_they_are(tables, shape, version=none) %}
  {{ return('select * from ' ~ tables[0]) }}
{% endmacro %}
