{# Union of Spark bitmaps as bitmap_construct_agg builds them: 4096 bytes for one bucket of 32768 values. #}
{% macro _bitmap_aggregate(column, settings) %}
  {% set word = "cast(conv(hex(substring({side}, i, 4)), 16, 10) as bigint)" %}
  {% set union = "unhex(array_join(transform(sequence(1, length({acc}), 4), i -> lpad(hex("
      ~ word | replace('{side}', '{acc}') ~ ' | ' ~ word | replace('{side}', '{value}') ~ "), 8, '0')), ''))" %}
  {{ return({
    'types': ['binary'],
    'add': 'case when {acc} is null then {value} when {value} is null then {acc} else ' ~ union ~ ' end',
    'grouped': 'if(count({value}){where} = 0, null, bitmap_or_agg({value}){where})',
    'commutative': true,
  }) }}
{% endmacro %}
