{# The columns that identify a slice and determine its windows. #}
{% macro _slice_columns(window) %}
  {% if window.type == 'cumulate' %}
    {{ return(['__slice_end', '__window_start', '__last_end']) }}
  {% endif %}
  {{ return(['__slice_start', '__in_head'] if window.size % window.slide else ['__slice_start']) }}
{% endmacro %}
