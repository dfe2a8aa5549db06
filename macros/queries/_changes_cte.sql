{# The rows of the batch with their row kind and their place in the order of the batch. #}
{% macro _changes_cte(plan, engine) %}
{% set kind, order, condition = tablestore._row_kind(plan), tablestore._batch_order(plan, engine.commits_first), tablestore._row_kind_condition(plan) %}
changes as (
  select
    *
  {%- if kind %},
    {{ kind }} as _kind
  {%- endif %}
  {%- if order %},
    {{ order | indent(4) }} as _order
  {%- endif %}
  from batch
  {%- if condition %}
  where {{ condition }}
  {%- endif %}
)
{% endmacro %}
