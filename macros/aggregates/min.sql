{# The smallest value that is not null. Strings compare by their bytes; NaN is larger than any other number. #}
{% macro _min_aggregate(column, settings) %}
  {{ return({
    'types': ['a number', 'text', 'a date or time', 'binary'],
    'add': 'least({acc}, {value})',
    'grouped': 'min({value}){where}',
    'commutative': true,
  }) }}
{% endmacro %}
