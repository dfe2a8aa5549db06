{#
  The bytes of a decimal that Debezium writes in base64, as hexadecimal digits; null if the leaf is a number. They are a
  column of their own, because their value needs them several times.

    facts  `mode`, the `decimal.handling.mode` of the source: precise (bytes), string, double, or none if not known; and
           `scale`, which only a schema says, and then there are no numbers
#}
{% macro _decimal_bytes(leaf, facts) %}
  {% set text = 'try_variant_get(' ~ leaf ~ ", '$', 'string')" %}
  {% set bytes = 'hex(try_to_binary(' ~ text ~ ", 'base64'))" %}
  {% if facts.mode == 'precise' %}
    {% set variable = 'hex(try_to_binary(try_variant_get(' ~ leaf ~ ", '$.value', 'string'), 'base64'))" %}
    {# whole numbers of a column without digits after the point are numbers, and 1234 would be three bytes #}
    {{ return('coalesce(' ~ bytes ~ ', ' ~ variable ~ ')' if facts.scale is not none
        else 'if(schema_of_variant(' ~ leaf ~ ") = 'STRING', " ~ bytes ~ ', ' ~ variable ~ ')') }}
  {% endif %}
  {{ return('if(try_cast(' ~ text ~ ' as double) is null, ' ~ bytes ~ ', null)') }}
{% endmacro %}

{# 32 hexadecimal digits: those of a positive number, or the complement of those of a negative one. #}
{% macro _decimal_magnitude(bytes) %}
  {{ return('lpad(if(' ~ bytes ~ " >= '8', translate(" ~ bytes ~ ", '0123456789ABCDEF', 'FEDCBA9876543210'), " ~ bytes
      ~ "), 32, '0')") }}
{% endmacro %}
