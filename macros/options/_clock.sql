{# The time of the run as SQL, see `_clock_text`. #}
{% macro _clock() %}
  {{ return(tablestore._timestamp_literal(tablestore._clock_text())) }}
{% endmacro %}
