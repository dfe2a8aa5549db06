{# The rows the batch gives, but for those of kinds the model ignores. #}
{% macro _input_rows_query(plan, batch) %}
select * from (
  select *, {{ tablestore._row_kind(plan) }} as _kind
  from (
    {{ tablestore._indent(batch | trim, 4) }}
  )
)
{{- tablestore._row_kind_filter(plan, tablestore._engine(plan).skips) | replace('\n  ', '\n') }}
{%- endmacro %}
