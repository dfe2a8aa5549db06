{#
  The changes of the operators of a view whose state expires since the last refresh, as queries with weights by the
  names of the operators; none for an operator whose tables have not changed. They are those of the package's stateful
  operators.
#}
{% macro tablestore_view_operators(view, options, inputs, last) %}
  {% set changes, subject = {}, "model '" ~ model.name ~ "'" %}
  {% for operator in view.operators %}
    {% set sides = operator.sides | map(attribute='table') | list %}
    {% set changed, unknown = [], [] %}
    {% for table in sides %}
      {% do changed.append(table) if inputs[table].changes %}
      {% do unknown.append(table) if inputs[table].reason %}
    {% endfor %}
    {% set reads = changed and not unknown %}
    {% set change = tablestore_view_operator_changes(operator, inputs, last, subject) if reads else none %}
    {% do changes.update({operator.name: change}) %}
  {% endfor %}
  {% do tablestore.log_states(model.name, options.table, none, changes.values() | select | join) %}
  {{ return(changes) }}
{% endmacro %}

{# The same for one operator. #}
{% macro tablestore_view_operator_changes(operator, inputs, last, subject) %}
  {% set given, keys, names, states = [], [], {}, [] %}
  {% set kind = operator.described() %}
  {% for side in operator.sides %}
    {% set input = tablestore_view_operator_input(side, kind.sides[loop.index0], inputs, last, subject) %}
    {% do given.append(input) %}
    {% do keys.append(input.primary_key) %}
    {% do states.append({'name': kind.states[loop.index0], 'alias': side.alias, 'hint': side.hint}) %}
  {% endfor %}
  {% set node = {'type': kind.type, 'inputs': kind.inputs, 'arguments': kind.arguments, 'states': states} %}
  {% set query = tablestore.stateful_operator(node, {
    'render': tablestore_view_operator_query, 'expiry': kind.expiry,
    'identity': operator.identity(keys),
    'parameters': {'operator': operator, 'primary_keys': keys},
  }, given, subject) %}
  {{ return(operator.net_changes(query, keys)) }}
{% endmacro %}

{% macro tablestore_view_operator_query(tables, parameters, version=none) %}
  {{ return(parameters.operator.query(tables, parameters.primary_keys, version)) }}
{% endmacro %}

{# A side of an operator, see the package's `operator_input`: the changes that this refresh reads. #}
{% macro tablestore_view_operator_input(side, name, inputs, last, subject) %}
  {% set known = inputs[side.table].known %}
  {{ return(tablestore.operator_input(
    {'relation': known.relation, 'name': name, 'rows_name': name ~ '_rows', 'argument': 'on',
     'operator_key': side.key | list},
    tablestore.readable_upstream(known, subject), last.offsets[side.table].commit, subject)) }}
{% endmacro %}
