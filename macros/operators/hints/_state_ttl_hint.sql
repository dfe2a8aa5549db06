{# The `hint` argument of a stateful operator: how long it keeps the rows of each input, {name: duration}. #}
{% macro _state_ttl_hint(durations, options) %}
  {% set problems = [] %}
  {% if durations is not mapping or not durations or options is not none %}
    {% do problems.append("STATE_TTL: write each input of the operator with its duration: tablestore.hint('STATE_TTL', {'o': '1 d', 's': '12 h'})") %}
  {% else %}
    {% for name, duration in durations.items() if tablestore._duration_ms(duration) is none %}
      {% do problems.append(tablestore._duration_problem("STATE_TTL: '" ~ name ~ "'", duration) ~ "; '0 s' means never") %}
    {% endfor %}
  {% endif %}
  {% do tablestore._fail('hint', problems) %}
  {{ return({'state_ttl': durations}) }}
{% endmacro %}
