{# The largest value that is not null. Text compares by its bytes, NaN is larger than any number. #}
{% macro _max_aggregate(column, settings) %}
  {{ return({
    'types': ['a number', 'text', 'a date or time', 'binary'],
    'add': 'greatest({acc}, {value})',
    'hash': 'max({value}){where}',
    'commutes': true,
  }) }}
{% endmacro %}
