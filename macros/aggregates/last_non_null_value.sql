{# The newest value that is not null. Taking back a value that is not null leaves null. #}
{% macro _last_non_null_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'coalesce({value}, {acc})',
    'retract': 'if({value} is null, {acc}, null)',
    'grouped': '{last}({value}, {order}){where}',
    'grouped_with_retractions': '{last}(if({retract}, null, {value}), {order}){where}',
    'grouped_skips_null': true,
  }) }}
{% endmacro %}
