{# The newest value, including null. A retraction of any value makes it null. #}
{% macro _last_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': '{value}',
    'retract': 'null',
    'grouped': '{last}({value}, {order}){where}',
    'grouped_with_retractions': '{last}(if({retract}, null, {value}), {order}){where}',
  }) }}
{% endmacro %}
