{#
  The net changes of a table, one per key: of a keyed table, or of a plain Delta or Iceberg table with the given key.
#}
{% macro changelog_normalize(relation, key, hint=none, consumer=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems, keys = [], tablestore._as_list(key) %}
  {% if not keys %}
    {% do problems.append('key: give at least one column') %}
  {% endif %}
  {% do tablestore._refuse_hint(hint, problems) %}
  {% set names = tablestore._input_names({'input': relation}, none, problems) %}
  {% do tablestore.fail('changelog_normalize', problems) %}
  {% set node = {
    'type': 'changelog-normalize', 'inputs': tablestore._operator_inputs({'input': relation}, names),
    'arguments': {'key': keys},
    'states': [{'name': 'changelogNormalizeState', 'alias': names.input, 'hint': none}],
  } %}
  {{ return(tablestore._single_input_operator('changelog_normalize', node,
      {'relation': relation, 'argument': 'key', 'operator_key': keys, 'normalized': true}, consumer,
      {'render': tablestore._normalize_query, 'expiry': 'gap', 'parameters': {}})) }}
{% endmacro %}

{% macro _normalize_query(tables, parameters, version=none) %}
  {{ return('select * from ' ~ tables[0]) }}
{% endmacro %}
