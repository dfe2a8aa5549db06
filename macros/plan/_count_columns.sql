{# The columns of the SELECT with bigint for those with the function count, whatever they count. #}
{% macro _count_columns(query, given) %}
  {% set plain = given.options.primary_key | map('lower') | list + given.options.sequence_field | map('lower') | list %}
  {% set columns = [] %}
  {% for column in query %}
    {% set function = given.fields.get(column.key, {}).aggregate_function or given.options.default_aggregate_function %}
    {% set counts = function == 'count' and given.options.merge_engine in ['aggregation', 'partial-update'] and column.key not in plain %}
    {% do columns.append(dict(column, type='bigint') if counts else column) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
