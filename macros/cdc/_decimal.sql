{#
  The bytes of a decimal that Debezium writes in base64, as hexadecimal digits; null if the leaf is a number, whose
  digits could be base64 too: 1234 would be three bytes. A decimal without a fixed scale is an object with its bytes.
  They are a column of their own, because their value needs them several times.

    facts  `mode`, the `decimal.handling.mode` of the source: precise (bytes), string, double, or none if not known.
           With `decimal.format=NUMERIC`, the converter writes numbers for what the schema describes as bytes
#}
{% macro _decimal_bytes(leaf, facts) %}
  {% set text = 'try_variant_get(' ~ leaf ~ ", '$', 'string')" %}
  {% set bytes = 'hex(try_to_binary(' ~ text ~ ", 'base64'))" %}
  {% set variable = 'hex(try_to_binary(try_variant_get(' ~ leaf ~ ", '$.value', 'string'), 'base64'))" %}
  {{ return('if(schema_of_variant(' ~ leaf ~ ") = 'STRING', " ~ bytes ~ ', ' ~ variable ~ ')' if facts.mode == 'precise'
      else 'if(try_cast(' ~ text ~ ' as double) is null, coalesce(' ~ bytes ~ ', ' ~ variable ~ '), null)') }}
{% endmacro %}

{# 32 hexadecimal digits: those of a positive number, or the complement of those of a negative one. #}
{% macro _decimal_magnitude(bytes) %}
  {{ return('lpad(if(' ~ bytes ~ " >= '8', translate(" ~ bytes ~ ", '0123456789ABCDEF', 'FEDCBA9876543210'), " ~ bytes
      ~ "), 32, '0')") }}
{% endmacro %}
