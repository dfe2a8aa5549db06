{#
  An operator that keeps state, with how long each of its states is kept, in milliseconds; 0 is for ever:

    type       join, group-aggregate, deduplicate, rank or changelog-normalize
    inputs     [{table, alias}]
    arguments  what the operator was given
    states     [{name, alias, hint}]; here they get their `ttl`

  A hint goes before the `state_ttl` of the model, and that before the variable `tablestore_state_ttl`.
#}
{% macro _operator(node) %}
  {% set states, problems = [], [] %}
  {% set general = tablestore._pipeline_ttl() %}
  {% for state in node.states %}
    {% set given = state.hint if state.hint is not none else general.text %}
    {% set ttl = tablestore._duration_ms(given) %}
    {% if ttl is none %}
      {% do problems.append(tablestore._duration_problem(state.name if state.hint is not none else general.label, given)) %}
    {% endif %}
    {% do states.append(dict(state, ttl=ttl)) %}
  {% endfor %}
  {% do tablestore._fail('changelog_' ~ node.type, problems | unique | list) %}
  {{ return(dict(node, states=states)) }}
{% endmacro %}

{# What holds for all operators of the model that have no hint: {text, label}. #}
{% macro _pipeline_ttl() %}
  {% set of_model = model.config.get('state_ttl') if model is defined else none %}
  {% if of_model is not none %}
    {{ return({'text': of_model, 'label': "model '" ~ model.name ~ "': state_ttl"}) }}
  {% endif %}
  {{ return({'text': var('tablestore_state_ttl', '0'), 'label': "variable 'tablestore_state_ttl'"}) }}
{% endmacro %}
