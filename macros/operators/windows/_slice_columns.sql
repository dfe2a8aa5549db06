{# What tells slices apart, and what their windows follow from. #}
{% macro _slice_columns(window) %}
  {% if window.type == 'cumulate' %}
    {{ return(['_slice', '_start', '_last']) }}
  {% endif %}
  {{ return(['_slice', '_in_head'] if window.size % window.slide else ['_slice']) }}
{% endmacro %}
