{# How long a stateful operator keeps what it knows of each of its inputs, {name: duration}, for its `hint`. #}
{% macro _state_ttl_hint(durations, rest) %}
  {% set problems = [] %}
  {% if durations is not mapping or not durations or rest is not none %}
    {% do problems.append("STATE_TTL: write the inputs of the operator with a duration each, tablestore.hint('STATE_TTL', {'o': '1 d', 's': '12 h'})") %}
  {% else %}
    {% for name, duration in durations.items() if tablestore._duration_ms(duration) is none %}
      {% do problems.append(tablestore._duration_problem("STATE_TTL: '" ~ name ~ "'", duration)) %}
    {% endfor %}
  {% endif %}
  {% do tablestore._fail('hint', problems) %}
  {{ return({'state_ttl': durations}) }}
{% endmacro %}
