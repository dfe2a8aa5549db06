{# One value, a list or nothing, as a list. The only place that looks at the type of an argument for that. #}
{% macro _as_list(value) %}
  {% if value is none or value is undefined %}
    {{ return([]) }}
  {% elif value is string or value is mapping or value is not iterable %}
    {{ return([value]) }}
  {% endif %}
  {{ return(value | list) }}
{% endmacro %}
