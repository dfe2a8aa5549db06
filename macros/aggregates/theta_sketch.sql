{# Union of Spark theta sketches as theta_sketch_agg builds them. #}
{% macro _theta_sketch_aggregate(column, settings) %}
  {{ return({
    'types': ['binary'],
    'add': 'case when {acc} is null then {value} when {value} is null then {acc} else theta_union({acc}, {value}) end',
    'grouped': 'if(count({value}){where} = 0, null, theta_union_agg({value}){where})',
    'commutative': true,
  }) }}
{% endmacro %}
