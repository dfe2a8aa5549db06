{# The newest value, null included; taking any value back leaves null. #}
{% macro _last_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': '{value}',
    'retract': 'null',
    'hash': '{last}({value}, {order}){where}',
    'hash_both': '{last}(if({retract}, null, {value}), {order}){where}',
  }) }}
{% endmacro %}
