{#
  A stateful operator with the TTL of each of its states, in milliseconds, 0 for no limit:

    type       join, group-aggregate, deduplicate, rank or changelog-normalize
    inputs     [{table, alias}]
    arguments  the arguments of the operator
    states     [{name, alias, hint}], to which this adds `ttl`, and `from`, where the TTL is set

  In order of precedence: the compiled plan of the model, a hint, the model's `state_ttl`, the variable
  `tablestore_state_ttl`.
#}
{% macro _operator_states(operator) %}
  {% set states, problems = [], [] %}
  {% set general, planned = tablestore._pipeline_ttl(), tablestore._planned_ttls(operator) %}
  {% for state in operator.states %}
    {% set given = state.hint if state.hint is not none else general.text %}
    {% set ttl = tablestore._duration_ms(given) %}
    {% if ttl is none %}
      {% set label = state.name if state.hint is not none else general.label %}
      {% do problems.append(tablestore._duration_problem(label, given) ~ "; '0 s' means never") %}
    {% endif %}
    {% set source = 'plan' if state.name in planned else 'hint' if state.hint is not none else general.from %}
    {% do states.append(dict(state, ttl=planned.get(state.name, ttl), from=source)) %}
  {% endfor %}
  {% do tablestore.fail("operator '" ~ operator.type ~ "'", problems | unique | list) %}
  {{ return(dict(operator, states=states)) }}
{% endmacro %}
