{#
  A decimal of any number of digits, from its bytes and the digits after its point, which it says itself or `scale`
  says. What is not written as bytes keeps its text.
#}
{% macro _text_of_decimal(leaf, scale) %}
  {% set digits = 'if(length(bytes) <= 14, string(abs(' ~ tablestore._short_number('bytes') ~ ')), '
      ~ tablestore._long_digits('bytes') ~ ')' %}
  {% set nested = namespace(text="concat(if(bytes >= '8', '-', ''), substr(padded, 1, length(padded) "
      ~ '- greatest(scale, 0)), '
      ~ "if(scale > 0, concat('.', right(padded, scale)), repeat('0', if(padded = '0', 0, -scale))))") %}
  {% for name, value in [
    ('padded', "lpad(digits, greatest(length(digits), scale + 1), '0')"),
    ('scale', 'coalesce(try_variant_get(' ~ leaf ~ ", '$.scale', 'int'), " ~ scale ~ ')'),
    ('digits', digits),
    ('bytes', tablestore._decimal_bytes(leaf, {'mode': 'precise'})),
  ] %}
    {% set nested.text = tablestore._let(name, value, nested.text) %}
  {% endfor %}
  {{ return('coalesce(' ~ nested.text ~ ', try_variant_get(' ~ leaf ~ ", '$', 'string'))") }}
{% endmacro %}

{#
  The digits of a whole number without its sign, from its bytes as hexadecimal digits in two's complement. Each four
  bytes are added to the number so far, which is an array of nine digits each, the last ones first. The complement of a
  negative number is one less than its size.
#}
{% macro _long_digits(bytes) %}
  {% set negative, product = bytes ~ " >= '8'", 'part * 4294967296L + sum.carry' %}
  {% set size = 'if(' ~ negative ~ ', translate(' ~ bytes ~ ", '0123456789ABCDEF', 'FEDCBA9876543210'), " ~ bytes
      ~ ')' %}
  {% set width = '8 * bigint(ceil(length(' ~ bytes ~ ') / 8))' %}
  {% set padded = 'lpad(' ~ size ~ ', int(' ~ width ~ "), '0')" %}
  {% set words = 'transform(sequence(1, int(' ~ width ~ ') - 7, 8), start -> bigint(conv(substr(' ~ padded
      ~ ', start, 8), 16, 10)) + if(' ~ negative ~ ' and start = int(' ~ width ~ ') - 7, 1L, 0L))' %}
  {% set added = "aggregate(\n  parts,\n  named_struct('carry', word, 'parts', cast(array() as array<bigint>)),\n"
      ~ "  (sum, part) -> named_struct('carry', (" ~ product ~ ") div 1000000000L, "
      ~ "'parts', array_append(sum.parts, (" ~ product ~ ') % 1000000000L)),\n'
      ~ '  sum -> concat(sum.parts, array(sum.carry % 1000000000L, sum.carry div 1000000000L))\n)' %}
  {% set parts = 'aggregate(\n  ' ~ words ~ ',\n  array(0L),\n  (parts, word) -> ' ~ added | indent(2) ~ '\n)' %}
  {{ return("ltrim('0', array_join(transform(reverse(" ~ parts ~ "), part -> lpad(string(part), 9, '0')), ''))") }}
{% endmacro %}
