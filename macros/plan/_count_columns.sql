{# The columns of the SELECT. A column with the function count is a bigint, whatever type it counts. #}
{% macro _count_columns(query, given) %}
  {% set plain = given.options.primary_key | map('lower') | list + given.options.sequence_field | map('lower') | list %}
  {% set columns = [] %}
  {% for column in query %}
    {% set function = given.fields.get(column.lower_name, {}).aggregate_function or given.options.default_aggregate_function %}
    {% set counts = function == 'count' and given.options.merge_engine in ['aggregation', 'partial-update'] and column.lower_name not in plain %}
    {% do columns.append(dict(column, type='bigint') if counts else column) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
