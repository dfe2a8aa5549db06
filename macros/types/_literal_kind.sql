{# The kind of a literal: null, boolean, number, text or time; none for anything else. #}
{% macro _literal_kind(value) %}
  {% if value is none %}
    {{ return('null') }}
  {% elif value is boolean %}
    {{ return('boolean') }}
  {% elif value is number %}
    {{ return('number') }}
  {% elif value is string %}
    {{ return('text') }}
  {% elif value.isoformat is defined %}
    {{ return('time') }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
