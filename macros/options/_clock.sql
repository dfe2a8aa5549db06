{# The time of the run as SQL; `_clock_text` says what it is. #}
{% macro _clock() %}
  {{ return(tablestore._timestamp_literal(tablestore._clock_text())) }}
{% endmacro %}
