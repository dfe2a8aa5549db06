{# The counts that the history keeps. #}
{% macro _recorded_counts(counts) %}
  {% set recorded = {} %}
  {% for name in tablestore._history_counts() %}
    {% do recorded.update({name: counts[name] | int}) %}
  {% endfor %}
  {{ return(recorded) }}
{% endmacro %}
