{# The first n rows of each group of a table that changes, updated from its changes. #}
{% macro changelog_topn(relation, n, partition_by, order_by, rank_column=none, hint=none, consumer=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('changelog_topn',
      tablestore._missing_problems({'n': n, 'partition_by': partition_by, 'order_by': order_by})) %}
  {% set problems, keys = tablestore._count_problems({'n': n}), tablestore._as_list(partition_by) %}
  {% do tablestore._order_items(order_by, problems) %}
  {% do tablestore._refuse_hint(hint, problems) %}
  {% set names = tablestore._input_names({'input': relation}, none, problems) %}
  {% do tablestore.fail('changelog_topn', problems) %}
  {% set node = {
    'type': 'rank', 'inputs': tablestore._operator_inputs({'input': relation}, names),
    'arguments': {'n': n, 'partition_by': keys, 'order_by': tablestore._as_list(order_by), 'rank_column': rank_column},
    'states': [{'name': 'rankState', 'alias': names.input, 'hint': none}],
  } %}
  {{ return(tablestore._single_input_operator('changelog_topn', node,
      {'relation': relation, 'argument': 'partition_by', 'operator_key': keys}, consumer,
      {'render': tablestore._topn_query, 'expiry': 'gap',
       'parameters': {'n': n, 'partition_by': keys, 'order_by': order_by, 'rank_column': rank_column}}, by_row=true)) }}
{% endmacro %}

{% macro _topn_query(tables, parameters, version=none) %}
  {% set order = tablestore._order_with_key(parameters.order_by, parameters.primary_key) %}
  {% set groups = ([version] if version else []) + parameters.partition_by %}
  {% set rows = tablestore.topn(tables[0], parameters.n, groups, order, rank_column=parameters.rank_column) %}
  {{ return('select * from ' ~ rows) }}
{% endmacro %}
