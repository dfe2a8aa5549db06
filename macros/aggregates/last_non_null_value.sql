{# The newest value that is not null; taking back a value that is not null leaves null. #}
{% macro _last_non_null_value_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'coalesce({value}, {acc})',
    'retract': 'if({value} is null, {acc}, null)',
    'hash': '{last}({value}, {order}){where}',
    'hash_both': '{last}(if({retract}, null, {value}), {order}){where}',
    'skips_null': true,
  }) }}
{% endmacro %}
