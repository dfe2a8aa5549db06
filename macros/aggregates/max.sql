{# The largest value that is not null. Strings compare by their bytes; NaN is larger than any other number. #}
{% macro _max_aggregate(column, settings) %}
  {{ return({
    'types': ['a number', 'text', 'a date or time', 'binary'],
    'add': 'greatest({acc}, {value})',
    'grouped': 'max({value}){where}',
    'commutative': true,
  }) }}
{% endmacro %}
