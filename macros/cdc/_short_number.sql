{# The whole number of up to seven bytes, which are hexadecimal digits in two's complement. #}
{% macro _short_number(bytes) %}
  {{ return('bigint(conv(' ~ bytes ~ ', 16, 10)) - if(' ~ bytes ~ " >= '8', shiftleft(1L, 4 * length(" ~ bytes
      ~ ')), 0L)') }}
{% endmacro %}
