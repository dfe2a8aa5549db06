{# A name, a list of names or nothing, as a list: the only place that looks at the type. #}
{% macro _as_list(value) %}
  {% if value is none or value is undefined %}
    {{ return([]) }}
  {% elif value is string or value is mapping or value is not iterable %}
    {{ return([value]) }}
  {% endif %}
  {{ return(value | list) }}
{% endmacro %}
