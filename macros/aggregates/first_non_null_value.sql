{# The oldest value that is not null. As in Paimon, an older row of a sequence group replaces it, even with null. #}
{% macro _first_non_null_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'if({init}, {acc}, coalesce({value}, {acc}))',
    'add_older': 'if({init}, {value}, coalesce({acc}, {value}))',
    'starts': '{value} is not null',
    'starts_older': '{acc} is not null',
    'grouped': '{first}({value}, {order}){where}',
    'grouped_skips_null': true,
  }) }}
{% endmacro %}
