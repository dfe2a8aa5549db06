{#
  An operator that keeps state, with how long each of its states is kept, in milliseconds; 0 is for ever:

    type       join, group-aggregate, deduplicate, rank or changelog-normalize
    inputs     [{table, alias}]
    arguments  what the operator was given
    states     [{name, alias, hint}]; here they get their `ttl`, and `from`, what said so

  The model's compiled plan goes before a hint, that before the `state_ttl` of the model, and that before the variable
  `tablestore_state_ttl`.
#}
{% macro _operator(node) %}
  {% set states, problems = [], [] %}
  {% set general, planned = tablestore._pipeline_ttl(), tablestore._planned_ttls(node) %}
  {% for state in node.states %}
    {% set given = state.hint if state.hint is not none else general.text %}
    {% set ttl = tablestore._duration_ms(given) %}
    {% if ttl is none %}
      {% do problems.append(tablestore._duration_problem(state.name if state.hint is not none else general.label, given)) %}
    {% endif %}
    {% set from = 'hint' if state.hint is not none else general.from %}
    {% do states.append(dict(state, ttl=planned.get(state.name, ttl), from='plan' if state.name in planned else from)) %}
  {% endfor %}
  {% do tablestore._fail("operator '" ~ node.type ~ "'", problems | unique | list) %}
  {{ return(dict(node, states=states)) }}
{% endmacro %}

{# What holds for all operators of the model that have no hint: {text, label, from}. #}
{% macro _pipeline_ttl() %}
  {% set settings = model.config if model is defined else {} %}
  {% set of_model = settings.get('state_ttl', (settings.get('table_options') or {}).get('table.exec.state.ttl')) %}
  {% if of_model is not none %}
    {{ return({'text': of_model, 'label': "model '" ~ model.name ~ "': state_ttl", 'from': 'state_ttl'}) }}
  {% endif %}
  {% set text = var('tablestore_state_ttl', none) %}
  {{ return({'text': '0' if text is none else text, 'label': "variable 'tablestore_state_ttl'",
             'from': none if text is none else 'tablestore_state_ttl'}) }}
{% endmacro %}
