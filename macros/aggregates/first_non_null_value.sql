{# The oldest value that is not null. In a sequence group an older row replaces it, with null too, as in Paimon. #}
{% macro _first_non_null_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'if({init}, {acc}, coalesce({value}, {acc}))',
    'reversed': 'if({init}, {value}, coalesce({acc}, {value}))',
    'starts': '{value} is not null',
    'starts_reversed': '{acc} is not null',
    'hash': '{first}({value}, {order}){where}',
    'skips_null': true,
  }) }}
{% endmacro %}
