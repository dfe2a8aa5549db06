{#
  The bucket of a row, from 0 to 999,999,999: a pure function of key and seed. Key values are hashed as strings, so an
  id is in the same bucket as an INT and as a BIGINT. Without a key, the whole row is hashed.
#}
{% macro _bucket(key, seed) %}
  {% set parts = [] %}
  {% for column in tablestore._as_list(key) %}
    {% do parts.append('string(' ~ tablestore._quote(column) ~ ')') %}
  {% endfor %}
  {% set literal = tablestore._literal(0 if seed is none else seed) %}
  {{ return('pmod(xxhash64(' ~ (parts or ['*']) | join(', ') ~ ', ' ~ literal ~ '), 1000000000)') }}
{% endmacro %}
