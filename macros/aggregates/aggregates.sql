{# The aggregate functions: name -> the macro that returns the templates of `_aggregate_schema` for a column. #}
{% macro aggregates() %}
  {{ return({
    'sum': tablestore._sum_aggregate,
    'product': tablestore._product_aggregate,
    'count': tablestore._count_aggregate,
    'min': tablestore._min_aggregate,
    'max': tablestore._max_aggregate,
    'last_value': tablestore._last_value_aggregate,
    'last_non_null_value': tablestore._last_non_null_value_aggregate,
    'first_value': tablestore._first_value_aggregate,
    'first_non_null_value': tablestore._first_non_null_value_aggregate,
    'first_not_null_value': tablestore._first_non_null_value_aggregate,
    'listagg': tablestore._listagg_aggregate,
    'bool_and': tablestore._bool_and_aggregate,
    'bool_or': tablestore._bool_or_aggregate,
    'collect': tablestore._collect_aggregate,
    'merge_map': tablestore._merge_map_aggregate,
    'nested_update': tablestore._nested_update_aggregate,
    'hll_sketch': tablestore._hll_sketch_aggregate,
    'theta_sketch': tablestore._theta_sketch_aggregate,
    'bitmap': tablestore._bitmap_aggregate,
    'rbm32': tablestore._bitmap_aggregate,
    'rbm64': tablestore._bitmap_aggregate,
  }) }}
{% endmacro %}
