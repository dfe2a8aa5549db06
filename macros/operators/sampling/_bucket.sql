{#
  A bucket from 0 to 999,999,999 as a pure function of key and seed. Key values are hashed as text, so that an id falls
  into the same bucket whether it is an INT here or a BIGINT there. Without a key the whole row is hashed.
#}
{% macro _bucket(key, seed) %}
  {% set parts = [] %}
  {% for column in tablestore._as_list(key) %}
    {% do parts.append('string(' ~ tablestore._quote(column) ~ ')') %}
  {% endfor %}
  {% set literal = tablestore._literal(0 if seed is none else seed) %}
  {{ return('pmod(xxhash64(' ~ (parts or ['*']) | join(', ') ~ ', ' ~ literal ~ '), 1000000000)') }}
{% endmacro %}
