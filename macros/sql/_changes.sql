{# The rows of the batch with their kind and their place in the order. #}
{% macro _changes(plan, engine) %}
changes as (
  select
    *,
    {{ tablestore._batch_order(plan) }} as _order
  from (
    select *, {{ tablestore._kind(plan) }} as _kind
    from batch
  )
  {{- tablestore._kind_filter(plan, engine.skips or []) }}
)
{% endmacro %}

{# The row kind of a row: an insert where the batch has no kinds, or where a `_row_kind` is null. #}
{% macro _kind(plan) %}
  {% if not plan.kind_column %}
    {{ return("'+I'") }}
  {% elif plan.options.rowkind_field %}
    {{ return('upper(' ~ plan.kind_column ~ ')') }}
  {% endif %}
  {{ return("coalesce(upper(" ~ plan.kind_column ~ "), '+I')") }}
{% endmacro %}

{# Row kinds the model ignores never reach the engine; a kind that is none does, to be refused. #}
{% macro _kind_filter(plan, skips=[]) %}
  {% if not plan.kind_column %}
    {{ return('') }}
  {% elif plan.options.ignore_delete %}
    {{ return("\n  where coalesce(_kind, '') not in ('-U', '-D')") }}
  {% elif plan.options.ignore_update_before or skips %}
    {{ return("\n  where coalesce(_kind, '') <> '-U'") }}
  {% endif %}
  {{ return('') }}
{% endmacro %}
