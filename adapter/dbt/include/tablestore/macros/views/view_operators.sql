{#
  The changes of the operators of a view whose state expires since the last refresh, as queries with weights by the
  names of the operators; none for an operator whose tables have not changed. They are those of the package's stateful
  operators.
#}
{% macro tablestore_view_operators(view, options, inputs, last) %}
  {% set changes, subject = {}, "model '" ~ model.name ~ "'" %}
  {% for operator in view.operators %}
    {% set given = operator.for_macros() %}
    {% set changed, unknown, read = [], [], [] %}
    {% for side in given.sides %}
      {% do changed.append(side) if inputs[side.table].changes %}
      {% do unknown.append(side) if inputs[side.table].reason %}
    {% endfor %}
    {% for side in given.sides if changed and not unknown %}
      {% do read.append(tablestore_view_operator_input(side, inputs, last, subject)) %}
    {% endfor %}
    {% do changes.update({given.name: tablestore.weighted_changes(given, read, subject) if read else none}) %}
  {% endfor %}
  {% do tablestore.log_states(model.name, options.table, none, changes.values() | select | join) %}
  {{ return(changes) }}
{% endmacro %}

{# A side of an operator, see the package's `operator_input`: the changes that this refresh reads. #}
{% macro tablestore_view_operator_input(side, inputs, last, subject) %}
  {% set known = inputs[side.table].known %}
  {% set given = {
    'relation': known.relation, 'name': side.name, 'argument': 'on', 'operator_key': side.key, 'query': side.query,
  } %}
  {% set upstream = tablestore.readable_upstream(known, subject) %}
  {{ return(tablestore.operator_input(given, upstream, last.offsets[side.table].commit, subject)) }}
{% endmacro %}
