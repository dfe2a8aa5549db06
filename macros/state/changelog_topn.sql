{# The first n rows of each group of a table that changes, kept up by its changes. #}
{% macro changelog_topn(relation, n, partition_by, order_by, rank_column=none, hint=none, consumer=none) %}
  {% set problems, keys = [], tablestore._as_list(partition_by) %}
  {% if n is not integer or n is boolean or n < 1 %}
    {% do problems.append('n: ' ~ n ~ ' is not accepted; write a whole number, 1 or more') %}
  {% endif %}
  {% do tablestore._order_items(order_by, problems) %}
  {% do tablestore._no_hint(hint, problems) %}
  {% set names = tablestore._input_names({'input': relation}, none, problems) %}
  {% do tablestore._fail('changelog_topn', problems) %}
  {{ return(tablestore._one_input('changelog_topn', relation, consumer, {
    'type': 'rank', 'inputs': tablestore._node_inputs({'input': relation}, names),
    'arguments': {'n': n, 'partition_by': keys, 'order_by': tablestore._as_list(order_by), 'rank_column': rank_column},
    'states': [{'name': 'rankState', 'alias': names.input, 'hint': none}],
  }, {
    'render': tablestore._ranked, 'expiry': 'gap', 'argument': 'partition_by', 'key': keys, 'by_row': true,
    'n': n, 'order_by': order_by, 'rank_column': rank_column,
  })) }}
{% endmacro %}

{% macro _ranked(tables, shape, version=none) %}
  {% set order = tablestore._settled(shape.order_by, shape.stored) %}
  {{ return('select * from ' ~ tablestore.topn(tables[0], shape.n, ([version] if version else []) + shape.key, order, rank_column=shape.rank_column)) }}
{% endmacro %}
