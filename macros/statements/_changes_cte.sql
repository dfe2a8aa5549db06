{# The rows of the batch with their kind and their place in the order. #}
{% macro _changes_cte(plan, engine) %}
changes as (
  select
    *,
    {{ tablestore._batch_order(plan) }} as _order
  from (
    select *, {{ tablestore._row_kind(plan) }} as _kind
    from batch
  )
  {{- tablestore._row_kind_filter(plan, engine.skips) }}
)
{% endmacro %}
