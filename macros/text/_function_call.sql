{# A call of a SQL function: on one line when it is short, otherwise with its arguments on lines of their own. #}
{% macro _function_call(name, arguments) %}
  {% set line = name ~ '(' ~ arguments | join(', ') ~ ')' %}
  {% if line | length <= 120 and '\n' not in line %}
    {{ return(line) }}
  {% endif %}
  {{ return(name ~ '(\n  ' ~ tablestore._wrapped(arguments, 2) ~ '\n)') }}
{% endmacro %}
