{# The problems of `seed`, as a list. #}
{% macro _seed_problems(seed) %}
  {% if seed is none or seed is string or (seed is integer and seed is not boolean) %}
    {{ return([]) }}
  {% endif %}
  {{ return(['seed: ' ~ seed ~ ' is not accepted; it must be an integer or a string']) }}
{% endmacro %}
