{#
  GROUP BY over a table that changes, updated from its changes. The groups that a change touches are recomputed from
  their rows, so every aggregate is exact, even min, max and count(distinct ...) after deletes.
#}
{% macro changelog_aggregate(relation, group_by, aggregates, hint=none, alias=none, consumer=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('changelog_aggregate',
      tablestore._missing_problems({'group_by': group_by, 'aggregates': aggregates})) %}
  {% set problems, groups = [], tablestore._as_list(group_by) %}
  {% if aggregates is not mapping or not aggregates %}
    {% do problems.append('aggregates: ' ~ aggregates ~ " is not accepted; write {'total': 'sum(price)'}") %}
  {% else %}
    {% for name in aggregates if name | lower in groups | map('lower') | list %}
      {% do problems.append("aggregates: '" ~ name ~ "' is already a column of the result; choose another name") %}
    {% endfor %}
    {% do problems.extend(tablestore._aggregate_problems(aggregates)) %}
  {% endif %}
  {% set names = tablestore._input_names({'input': relation}, alias, problems) %}
  {% set hints = tablestore._read_hint(hint, names, problems) %}
  {% do tablestore.fail('changelog_aggregate', problems) %}
  {% set node = {
    'type': 'group-aggregate', 'inputs': tablestore._operator_inputs({'input': relation}, names),
    'arguments': {'group_by': groups, 'aggregates': aggregates},
    'states': [{'name': 'groupAggregateState', 'alias': names.input, 'hint': hints.input}],
  } %}
  {{ return(tablestore._single_input_operator('changelog_aggregate', node,
      {'relation': relation, 'argument': 'group_by', 'operator_key': groups}, consumer,
      tablestore._aggregate_operator({'groups': groups, 'aggregates': aggregates}))) }}
{% endmacro %}
