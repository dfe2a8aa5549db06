{#
  Logs how long each state of a model is kept and where that is set. Returns the text, which becomes a table property
  for dbt's docs.
#}
{% macro log_states(model, options, ttl_source, query) %}
  {% set states = [] %}
  {% set operators = tablestore._annotations('operator', query) if 'tablestore.operator ' in query else [] %}
  {% for operator in operators %}
    {% for state in operator.states %}
      {% do states.append((operator.type ~ ' ' if operators | length > 1 else '')
          ~ tablestore._state_description(state.name, state.ttl, state.from, options.compiled_plan)) %}
    {% endfor %}
  {% endfor %}
  {% if options.state_ttl %}
    {% do states.append(tablestore._state_description('tableState', options.state_ttl, ttl_source,
        options.compiled_plan)) %}
  {% endif %}
  {% if states %}
    {% do log(model ~ ': state ' ~ states | join(', '), info=true) %}
  {% endif %}
  {{ return(states | join(', ')) }}
{% endmacro %}

{# 'leftState 1 d (hint)' #}
{% macro _state_description(name, ttl, source, path) %}
  {% set reason = 'plan ' ~ path if source == 'plan' else source %}
  {% set duration = tablestore._duration_text(ttl) if ttl else 'never expires' %}
  {{ return(name ~ ' ' ~ duration ~ (' (' ~ reason ~ ')' if reason else '')) }}
{% endmacro %}
