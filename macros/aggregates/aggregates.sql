{#
  The aggregate functions: name -> the macro that says how values of one column become one.

  Each of them returns templates over {acc}, what was, and {value}, what comes:
    types     families of types it takes; see _type_families
    add       a value comes; {init} is whether an earlier value came
    reversed  a value comes that is older than what was; default: `add` the other way round
    retract   a value is taken back; absent when it cannot be
    starts    after which value `{init}` is true; only where null alone does not tell
    hash      the same for all rows of a key at once: an aggregate of Spark over {value} and {order}, for the rows
              {where} leaves; absent when only one row after the other will do
    hash_both hash when some of the rows are {retract}
    skips_null  true when `hash` must not see nulls
    raw       what becomes of the column's value first
    commutes  true when the order of the values never matters
    signed    true when the fold has taken retracted values off already
    state     type of a folded value, when wider than the column
    in_group  true when `hash` may be ordered by a sequence group
    needs_row true when a value alone is not what one gets by adding it to nothing
    checked   true when the result may not fit the column and the run must say so
#}
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
