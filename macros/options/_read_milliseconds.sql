{# The milliseconds of a duration. All options take the same ones; another value is added to `problems`. #}
{% macro _read_milliseconds(label, value, problems) %}
  {% set milliseconds = tablestore._duration_ms(value) %}
  {% do problems.append(tablestore._duration_problem("'" ~ label ~ "'", value)) if milliseconds is none %}
  {{ return(milliseconds) }}
{% endmacro %}
