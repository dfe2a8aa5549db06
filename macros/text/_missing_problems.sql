{# The problems of arguments that a call has left out: name -> value. #}
{% macro _missing_problems(arguments) %}
  {% set problems = [] %}
  {% for name, value in arguments.items() if value is undefined %}
    {% do problems.append(name ~ ': missing') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
