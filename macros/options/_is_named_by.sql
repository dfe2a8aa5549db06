{# Whether an option has one of these names, or begins with one and a `.` or a `-`. #}
{% macro _is_named_by(spelling, names) %}
  {% for name in names %}
    {% if spelling == name or spelling.startswith(name ~ '.') or spelling.startswith(name ~ '-') %}
      {{ return(true) }}
    {% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
