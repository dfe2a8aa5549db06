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

{# 32 hexadecimal digits: those of a positive number, or the complement of those of a negative one. #}
{% macro _decimal_magnitude(bytes) %}
  {{ return('lpad(if(' ~ bytes ~ " >= '8', translate(" ~ bytes ~ ", '0123456789ABCDEF', 'FEDCBA9876543210'), " ~ bytes
      ~ "), 32, '0')") }}
{% endmacro %}
