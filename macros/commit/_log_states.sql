{# Logs how long each state of a model is kept and where that is set. Returns the text, which becomes a table property for dbt's docs. #}
{% macro _log_states(plan, query) %}
  {% set states, operators = [], tablestore._annotations('operator', query) %}
  {% for operator in operators %}
    {% for state in operator.states %}
      {% do states.append((operator.type ~ ' ' if operators | length > 1 else '')
          ~ tablestore._state_description(state.name, state.ttl, state.from, plan.options.compiled_plan)) %}
    {% endfor %}
  {% endfor %}
  {% if plan.options.state_ttl %}
    {% do states.append(tablestore._state_description('tableState', plan.options.state_ttl, plan.ttl_source, plan.options.compiled_plan)) %}
  {% endif %}
  {% if states %}
    {% do log(plan.model ~ ': state ' ~ states | join(', '), info=true) %}
  {% endif %}
  {{ return(states | join(', ')) }}
{% endmacro %}

{# 'leftState 1 d (hint)' #}
{% macro _state_description(name, ttl, source, path) %}
  {% set reason = 'plan ' ~ path if source == 'plan' else source %}
  {{ return(name ~ ' ' ~ (tablestore._duration_text(ttl) if ttl else 'never expires') ~ (' (' ~ reason ~ ')' if reason else '')) }}
{% endmacro %}
