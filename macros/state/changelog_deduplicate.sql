{# The first or the last row of each key of a table that changes, kept up by its changes. #}
{% macro changelog_deduplicate(relation, partition_by, order_by, keep='last', hint=none, consumer=none) %}
  {% set problems, keys = [], tablestore._as_list(partition_by) %}
  {% if not keys %}
    {% do problems.append('partition_by: give at least one column; changelog_topn(relation, 1, [], order_by) keeps one row of all') %}
  {% endif %}
  {% if keep not in ['first', 'last'] %}
    {% do problems.append("keep: '" ~ keep ~ "' is not accepted; write 'first' or 'last'") %}
  {% endif %}
  {% do tablestore._order_items(order_by, problems) %}
  {% do tablestore._no_hint(hint, problems) %}
  {% set names = tablestore._input_names({'input': relation}, none, problems) %}
  {% do tablestore._fail('changelog_deduplicate', problems) %}
  {{ return(tablestore._one_input('changelog_deduplicate', relation, consumer, {
    'type': 'deduplicate', 'inputs': tablestore._node_inputs({'input': relation}, names),
    'arguments': {'partition_by': keys, 'order_by': tablestore._as_list(order_by), 'keep': keep},
    'states': [{'name': 'deduplicateState', 'alias': names.input, 'hint': none}],
  }, {
    'render': tablestore._deduplicated, 'expiry': 'first' if keep == 'first' else 'gap', 'argument': 'partition_by',
    'key': keys, 'order_by': order_by, 'keep': keep,
  })) }}
{% endmacro %}

{% macro _deduplicated(tables, shape, version=none) %}
  {% set order = tablestore._settled(shape.order_by, shape.stored) %}
  {{ return('select * from ' ~ tablestore.deduplicate(tables[0], ([version] if version else []) + shape.key, order, shape.keep)) }}
{% endmacro %}
