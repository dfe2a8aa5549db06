{# The number of the next claim. Rebuilds that were claimed and abandoned keep their numbers. #}
{% macro _next_number(last) %}
  {{ return(last.number + 1 + last.abandoned_claims | length) }}
{% endmacro %}
