{# One value, a list or nothing, as a list. No other macro tests whether an argument is a list. #}
{% macro _as_list(value) %}
  {% if value is none or value is undefined %}
    {{ return([]) }}
  {% elif value is string or value is mapping or value is not iterable %}
    {{ return([value]) }}
  {% endif %}
  {{ return(value | list) }}
{% endmacro %}
