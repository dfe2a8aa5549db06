{#
  A bucket from 0 to 999,999,999 as a pure function of key and seed. Key values are hashed as text, so that an id falls
  into the same bucket whether it is an INT here or a BIGINT there. Without a key the whole row is hashed.
#}
{% macro _unit_hash(key, seed) %}
  {% set parts = [] %}
  {% for column in tablestore._as_list(key) %}
    {% do parts.append('string(' ~ tablestore._quote(column) ~ ')') %}
  {% endfor %}
  {% set literal = tablestore._text(seed) if seed is string else (0 if seed is none else seed) %}
  {{ return('pmod(xxhash64(' ~ (parts or ['*']) | join(', ') ~ ', ' ~ literal ~ '), 1000000000)') }}
{% endmacro %}

{# What is wrong with a seed, as a list. #}
{% macro _seed_problems(seed) %}
  {% if seed is none or seed is string or (seed is integer and seed is not boolean) %}
    {{ return([]) }}
  {% endif %}
  {{ return(['seed: ' ~ seed ~ ' is not accepted; write a whole number or a text']) }}
{% endmacro %}
