{# Why an option has no effect here; none for an option that is not in the list. #}
{% macro _ignored_reason(spelling) %}
  {% for start, reason in tablestore._ignored_options().items() if spelling.startswith(start) %}
    {{ return(reason) }}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}
