{#
  Raises an error: the subject, then one line per problem. Does nothing when there is no problem. dbt lists the running
  macros after a compiler error, except after one of the adapter.
#}
{% macro fail(subject, problems) %}
  {% if problems | length > 0 %}
    {% set message = subject ~ ":\n  - " ~ problems | join("\n  - ") %}
    {% do adapter.refuse(message) if adapter is defined and adapter.refuse is defined %}
    {{ exceptions.raise_compiler_error(message) }}
  {% endif %}
{% endmacro %}
