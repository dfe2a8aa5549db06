{# The smallest value that is not null. Text compares by its bytes, NaN is larger than any number. #}
{% macro _min_aggregate(column, settings) %}
  {{ return({
    'types': ['a number', 'text', 'a date or time', 'binary'],
    'add': 'least({acc}, {value})',
    'hash': 'min({value}){where}',
    'commutes': true,
  }) }}
{% endmacro %}
