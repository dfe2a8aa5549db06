{# True when any value that is not null is true. #}
{% macro _bool_or_aggregate(column, settings) %}
  {{ return({
    'types': ['a boolean'],
    'add': 'coalesce({acc} or {value}, {acc}, {value})',
    'grouped': 'bool_or({value}){where}',
    'commutative': true,
  }) }}
{% endmacro %}
