{#
  The bytes of a decimal that Debezium writes in base64, as hexadecimal digits; null if the leaf is a number. They are a
  column of their own, because their value needs them several times.

    mode  the `decimal.handling.mode` of the source: precise (bytes), string or double; none if it is not known
#}
{% macro _decimal_bytes(leaf, mode) %}
  {% set text = 'try_variant_get(' ~ leaf ~ ", '$', 'string')" %}
  {% set bytes = 'hex(try_to_binary(' ~ text ~ ", 'base64'))" %}
  {% if mode == 'precise' %}
    {% set variable = 'try_variant_get(' ~ leaf ~ ", '$.value', 'string')" %}
    {{ return('coalesce(' ~ bytes ~ ', hex(try_to_binary(' ~ variable ~ ", 'base64')))") }}
  {% endif %}
  {{ return('if(try_cast(' ~ text ~ ' as double) is null, ' ~ bytes ~ ', null)') }}
{% endmacro %}

{#
  A decimal of Debezium from its leaf and its bytes: a number or its text, or a whole number in two's complement with
  `scale` digits after the point. A text that is a number and could be base64 too does not fit.
#}
{% macro _decimal_value(leaf, bytes, type, scale, mode) %}
  {% set text = 'try_variant_get(' ~ leaf ~ ", '$', 'string')" %}
  {% set plain = 'try_cast(' ~ text ~ ' as ' ~ type ~ ')' %}
  {% if mode in ['string', 'double'] %}
    {{ return(plain) }}
  {% elif not mode %}
    {% set plain = 'if(length(' ~ text ~ ') % 4 = 0 and not ' ~ text ~ " rlike '[.-]' and schema_of_variant(" ~ leaf
        ~ ") = 'STRING', null, " ~ plain ~ ')' %}
  {% endif %}
  {% set precision, digits = tablestore._precision_and_scale(type) %}
  {% set known = digits if scale is none else scale %}
  {% set scale = 'coalesce(try_variant_get(' ~ leaf ~ ", '$.scale', 'int'), " ~ known ~ ')' %}
  {% set whole = tablestore._whole_number(bytes, precision) %}
  {{ return('coalesce(try_cast(concat(' ~ whole ~ ", 'E-', " ~ scale ~ ') as ' ~ type ~ '), ' ~ plain ~ ')') }}
{% endmacro %}

{#
  The text of a whole number whose bytes are given as hexadecimal digits in two's complement. conv() reads numbers of
  up to seven bytes with their sign. Of longer ones, which only a decimal of more than 16 digits needs, it reads four
  bytes of `_decimal_magnitude` at a time. The minus before a decimal would round it to 34 digits.
#}
{% macro _whole_number(bytes, precision) %}
  {% set negative = bytes ~ " >= '8'" %}
  {% set short = 'string(bigint(conv(' ~ bytes ~ ', 16, 10)) - if(' ~ negative ~ ', shiftleft(1L, 4 * length('
      ~ bytes ~ ')), 0L))' %}
  {% if precision <= 16 %}
    {{ return('if(length(' ~ bytes ~ ') <= 14, ' ~ short ~ ', null)') }}
  {% endif %}
  {% set found = namespace(whole=none) %}
  {% for start in [1, 9, 17, 25] %}
    {% set part = 'decimal(conv(substr(' ~ bytes ~ '_magnitude, ' ~ start ~ ', 8), 16, 10))' %}
    {% set found.whole = 'try_add(try_multiply(' ~ found.whole ~ ', 4294967296BD), ' ~ part ~ ')' if found.whole
        else part %}
  {% endfor %}
  {{ return(tablestore._wrapped_case([
    'when length(' ~ bytes ~ ') <= 14 then ' ~ short,
    'when length(' ~ bytes ~ ') > 32 then null',
    'when ' ~ negative ~ ' then string(try_subtract(-1BD, ' ~ found.whole ~ '))',
  ], 'string(' ~ found.whole ~ ')')) }}
{% endmacro %}

{# 32 hexadecimal digits: those of a positive number, or the complement of those of a negative one. #}
{% macro _decimal_magnitude(bytes) %}
  {{ return('lpad(if(' ~ bytes ~ " >= '8', translate(" ~ bytes ~ ", '0123456789ABCDEF', 'FEDCBA9876543210'), " ~ bytes
      ~ "), 32, '0')") }}
{% endmacro %}
