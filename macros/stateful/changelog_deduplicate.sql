{# The first or the last row of each key of a table that changes, updated from its changes. #}
{% macro changelog_deduplicate(relation, partition_by, order_by, keep='last', hint=none, consumer=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('changelog_deduplicate',
      tablestore._missing_problems({'partition_by': partition_by, 'order_by': order_by})) %}
  {% set problems, keys = [], tablestore._as_list(partition_by) %}
  {% if not keys %}
    {% do problems.append('partition_by: give at least one column; '
        ~ 'changelog_topn(relation, 1, [], order_by) keeps one row of the whole table') %}
  {% endif %}
  {% do problems.extend(tablestore._keep_problems(keep)) %}
  {% do tablestore._order_items(order_by, problems) %}
  {% do tablestore._refuse_hint(hint, problems) %}
  {% set names = tablestore._input_names({'input': relation}, none, problems) %}
  {% do tablestore.fail('changelog_deduplicate', problems) %}
  {% set node = {
    'type': 'deduplicate', 'inputs': tablestore._operator_inputs({'input': relation}, names),
    'arguments': {'partition_by': keys, 'order_by': tablestore._as_list(order_by), 'keep': keep},
    'states': [{'name': 'deduplicateState', 'alias': names.input, 'hint': none}],
  } %}
  {{ return(tablestore._single_input_operator('changelog_deduplicate', node,
      {'relation': relation, 'argument': 'partition_by', 'operator_key': keys}, consumer,
      {'render': tablestore._deduplicate_query, 'expiry': 'first' if keep == 'first' else 'gap',
       'parameters': {'partition_by': keys, 'order_by': order_by, 'keep': keep}})) }}
{% endmacro %}

{% macro _deduplicate_query(tables, parameters, version=none) %}
  {% set order = tablestore._order_with_key(parameters.order_by, parameters.primary_key) %}
  {% set groups = ([version] if version else []) + parameters.partition_by %}
  {{ return('select * from ' ~ tablestore.deduplicate(tables[0], groups, order, parameters.keep)) }}
{% endmacro %}
