{#
  The bucket of a row, from 0 to 999,999,999: a pure function of key and seed. Key values are hashed as strings, so an
  id is in the same bucket as an INT and as a BIGINT. The text of -0.0, which equals 0.0, is that of 0.0. Without a key,
  the whole row is hashed.
#}
{% macro _bucket(key, seed) %}
  {% set parts = [] %}
  {% for column in tablestore._as_list(key) %}
    {% set text = 'string(' ~ tablestore._quote(column) ~ ')' %}
    {% do parts.append('if(' ~ text ~ " = '-0.0', '0.0', " ~ text ~ ')') %}
  {% endfor %}
  {% set literal = tablestore._literal(0 if seed is none else seed) %}
  {{ return('pmod(xxhash64(' ~ (parts or ['*']) | join(', ') ~ ', ' ~ literal ~ '), 1000000000)') }}
{% endmacro %}
