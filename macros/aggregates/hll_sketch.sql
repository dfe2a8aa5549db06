{# Union of Spark's own hll sketches, as hll_sketch_agg makes them. #}
{% macro _hll_sketch_aggregate(column, settings) %}
  {{ return({
    'types': ['binary'],
    'add': 'case when {acc} is null then {value} when {value} is null then {acc} else hll_union({acc}, {value}) end',
    'hash': 'if(count({value}){where} = 0, null, hll_union_agg({value}){where})',
    'commutes': true,
  }) }}
{% endmacro %}
