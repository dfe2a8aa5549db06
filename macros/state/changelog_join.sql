{#
  A join of two tables that both change, kept up by their changes: what their commits add to the join and take from it.
  Only rows are looked at whose join key a change touches.
#}
{% macro changelog_join(left, right, on, join_type='inner', columns=none, hint=none, aliases=none, consumer=none) %}
  {% set problems, relations = [], {'left': left, 'right': right} %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% if join_type not in ['inner', 'left', 'right', 'full'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner', 'left', 'right' or 'full'") %}
  {% endif %}
  {% set names = tablestore._input_names(relations, aliases, problems) %}
  {% set hints = tablestore._read_hint(hint, names, problems) %}
  {% do tablestore._fail('changelog_join', problems) %}
  {% set given, states = [], [] %}
  {% for side, relation in relations.items() %}
    {% do given.append({'relation': relation, 'name': side, 'table': side ~ '_rows', 'argument': 'on',
        'key': keys | map(attribute=side) | list}) %}
    {% do states.append({'name': side ~ 'State', 'alias': names[side], 'hint': hints[side]}) %}
  {% endfor %}
  {% set inputs = tablestore._inputs(given, consumer, 'changelog_join') %}
  {% do tablestore._fail('changelog_join', tablestore._twice_named(inputs, keys, columns)) %}
  {% set identity = tablestore._pair_identity(inputs) %}
  {% set node = {
    'type': 'join', 'inputs': tablestore._node_inputs(relations, names), 'states': states,
    'arguments': {'on': keys, 'join_type': join_type, 'columns': columns},
  } %}
  {{ return(tablestore._stateful(node, {
    'render': tablestore._joined, 'expiry': 'window', 'on': keys, 'type': join_type, 'columns': columns,
    'pair': identity, 'identity': identity.values() | list, 'hidden': identity.values() | list,
  }, inputs, 'changelog_join')) }}
{% endmacro %}

{# The keys of both sides, which say what pair of rows a row of the join is: {expression: hidden name}. #}
{% macro _pair_identity(inputs) %}
  {% set names = {} %}
  {% for input in inputs %}
    {% for key in input['keys'] %}
      {% do names.update({input.name[0] ~ '.' ~ key: '_' ~ input.name ~ '_' ~ loop.index}) %}
    {% endfor %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{# Columns the join would have twice. #}
{% macro _twice_named(inputs, keys, columns) %}
  {% set problems, taken = [], inputs[0].columns | map('lower') | list %}
  {% set same = tablestore._same_keys(keys) | map('lower') | list %}
  {% set right = inputs[1].columns | map('lower') | reject('in', same) | list if columns is none else tablestore._names(tablestore._chosen(columns).values()).split(', ') | map('lower') %}
  {% for name in right if name in taken %}
    {% do problems.append('columns: both sides have ' ~ name | replace('`', "'") ~ "; name what you want of the right side, such as columns=['amount', {'updated_at': 'paid_at'}]") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
