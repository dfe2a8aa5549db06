{# True when every value that is not null is true. #}
{% macro _bool_and_aggregate(column, settings) %}
  {{ return({
    'types': ['a boolean'],
    'add': 'coalesce({acc} and {value}, {acc}, {value})',
    'grouped': 'bool_and({value}){where}',
    'commutative': true,
  }) }}
{% endmacro %}
