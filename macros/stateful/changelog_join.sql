{#
  A join of two tables that both change, updated from their changes: the rows that their commits add to the join and
  remove from it. Reads only rows whose join key a change touches.
#}
{% macro changelog_join(left, right, on, join_type='inner', columns=none, hint=none, aliases=none, consumer=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('changelog_join', tablestore._missing_problems({'right': right, 'on': on})) %}
  {% set problems, relations = [], {'left': left, 'right': right} %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% if join_type not in ['inner', 'left', 'right', 'full'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner', 'left', 'right' or 'full'") %}
  {% endif %}
  {% set selected = tablestore._join_columns(columns, problems) %}
  {% set names = tablestore._input_names(relations, aliases, problems) %}
  {% set hints = tablestore._read_hint(hint, names, problems) %}
  {% do tablestore.fail('changelog_join', problems) %}
  {% set given, states = [], [] %}
  {% for side, relation in relations.items() %}
    {% do given.append({'relation': relation, 'name': side, 'argument': 'on',
        'operator_key': keys | map(attribute=side) | list}) %}
    {% do states.append({'name': side ~ 'State', 'alias': names[side], 'hint': hints[side]}) %}
  {% endfor %}
  {% set inputs = tablestore._read_inputs(given, consumer, 'changelog_join') %}
  {% do tablestore.fail('changelog_join', tablestore._ambiguous_columns(inputs, keys, selected)
      + tablestore._unlike_keys(inputs, keys)) %}
  {% set node = {
    'type': 'join', 'inputs': tablestore._operator_inputs(relations, names), 'states': states,
    'arguments': {'on': keys, 'join_type': join_type, 'columns': columns},
  } %}
  {% set parameters = {
    'kind': join_type, 'conditions': tablestore._key_equalities(keys), 'shared': tablestore._shared_keys(keys),
    'columns': selected,
  } %}
  {{ return(tablestore._stateful_operator(node, tablestore._join_operator(parameters, inputs), inputs,
      'changelog_join')) }}
{% endmacro %}

{# The conditions that the join keys of both sides are equal. #}
{% macro _key_equalities(keys) %}
  {% set conditions = [] %}
  {% for key in keys %}
    {% do conditions.append('l.' ~ tablestore._quote(key.left) ~ ' = r.' ~ tablestore._quote(key.right)) %}
  {% endfor %}
  {{ return(conditions) }}
{% endmacro %}

{# Columns that the result of the join would have twice. #}
{% macro _ambiguous_columns(inputs, keys, selected) %}
  {% set problems, taken = [], inputs[0].columns | map('lower') | list %}
  {% if selected is none or '*' in selected | map(attribute='name') | list %}
    {% set shared = tablestore._shared_keys(keys) | map('lower') | list %}
    {% set right = inputs[1].columns | map('lower') | reject('in', shared) | list %}
  {% else %}
    {% set right = tablestore._quoted(selected | map(attribute='alias')) | map('lower') | list %}
  {% endif %}
  {% for name in right if name in taken %}
    {% do problems.append('columns: both sides have ' ~ name | replace('`', "'")
        ~ '; name the columns of the right side that you need, '
        ~ "such as columns=['amount', {'updated_at': 'paid_at'}]") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Keys of which only one is text. '05' = 5 holds, but the changed keys of both sides are in one column, where they are
  text: '05' and '5' differ there, and a change would not reach the rows that it joins.
#}
{% macro _unlike_keys(inputs, keys) %}
  {% set problems, sides = [], [] %}
  {% for input in inputs %}
    {% do sides.append(dict(zip(input.columns | map('lower'), input.types))) %}
  {% endfor %}
  {% for key in keys %}
    {% set left = sides[0].get(tablestore._quote(key.left) | lower) %}
    {% set right = sides[1].get(tablestore._quote(key.right) | lower) %}
    {% if left and right and left.startswith(('string', 'char', 'varchar'))
        != right.startswith(('string', 'char', 'varchar')) %}
      {% do problems.append("on: '" ~ key.left ~ "' has the type " ~ left | upper ~ " and '" ~ key.right ~ "' "
          ~ right | upper ~ ': convert one of them with a CAST in the model of its table') %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
