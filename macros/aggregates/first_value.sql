{# The oldest value, including null. #}
{% macro _first_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'if({init}, {acc}, {value})',
    'add_older': 'if({init}, {value}, {acc})',
    'starts': 'true',
    'starts_older': 'true',
    'grouped': '{first}({value}, {order}){where}',
    'keeps_first_value': true,
  }) }}
{% endmacro %}
