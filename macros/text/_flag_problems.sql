{# The problems of arguments that are true or false: name -> value. Any text would count as true, 'false' too. #}
{% macro _flag_problems(flags) %}
  {% set problems = [] %}
  {% for name, value in flags.items() if value is not boolean %}
    {% do problems.append("'" ~ name ~ "' is '" ~ value ~ "'; write true or false") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
