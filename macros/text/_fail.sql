{# Raises an error: the subject, then one line per problem. Does nothing when there is no problem. #}
{% macro _fail(subject, problems) %}
  {% if problems | length > 0 %}
    {{ exceptions.raise_compiler_error(subject ~ ":\n  - " ~ problems | join("\n  - ")) }}
  {% endif %}
{% endmacro %}
