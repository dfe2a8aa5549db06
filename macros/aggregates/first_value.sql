{# The oldest value, null included. #}
{% macro _first_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'if({init}, {acc}, {value})',
    'reversed': 'if({init}, {value}, {acc})',
    'starts': 'true',
    'starts_reversed': 'true',
    'hash': '{first}({value}, {order}){where}',
    'needs_row': true,
  }) }}
{% endmacro %}
