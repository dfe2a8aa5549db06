{# Says once per run how long the states of a model are kept, and who said so; the table keeps the sentence for dbt's docs. #}
{% macro _log_states(plan, query) %}
  {% set states, operators = [], tablestore._marked('operator', query) %}
  {% for operator in operators %}
    {% for state in operator.states %}
      {% do states.append((operator.type ~ ' ' if operators | length > 1 else '')
          ~ tablestore._state_text(state.name, state.ttl, state.from, plan.options.compiled_plan)) %}
    {% endfor %}
  {% endfor %}
  {% if plan.options.state_ttl %}
    {% do states.append(tablestore._state_text('tableState', plan.options.state_ttl, plan.ttl_from, plan.options.compiled_plan)) %}
  {% endif %}
  {% if states %}
    {% do log(plan.model ~ ': state ' ~ states | join(', '), info=true) %}
  {% endif %}
  {% do plan.update({'states': states | join(', ')}) %}
{% endmacro %}

{# 'leftState 1 d (hint)' #}
{% macro _state_text(name, ttl, from, path) %}
  {% set who = 'plan ' ~ path if from == 'plan' else from %}
  {{ return(name ~ ' ' ~ (tablestore._duration_text(ttl) if ttl else 'never expires') ~ (' (' ~ who ~ ')' if who else '')) }}
{% endmacro %}
