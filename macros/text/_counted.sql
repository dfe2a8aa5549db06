{# A number of things in words: `1 row`, `2,000 rows`. #}
{% macro _counted(number, noun) %}
  {{ return('{:,} {}{}'.format(number | int, noun, '' if number | int == 1 else 's')) }}
{% endmacro %}
