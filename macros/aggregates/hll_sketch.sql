{# Union of Spark HyperLogLog sketches as hll_sketch_agg builds them. #}
{% macro _hll_sketch_aggregate(column, settings) %}
  {{ return({
    'types': ['binary'],
    'add': 'case when {acc} is null then {value} when {value} is null then {acc} else hll_union({acc}, {value}) end',
    'grouped': 'if(count({value}){where} = 0, null, hll_union_agg({value}){where})',
    'commutative': true,
  }) }}
{% endmacro %}
