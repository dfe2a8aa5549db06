{# The aggregate function with this name for one column, with a value for every key of `_aggregate_schema`. #}
{% macro _aggregate(name, column, settings) %}
  {{ return(tablestore._complete_aggregate(name, tablestore.aggregates()[name](column, settings), column, settings)) }}
{% endmacro %}
