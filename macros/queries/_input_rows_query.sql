{# The rows of the batch with their row kinds, without the kinds that the model ignores. #}
{% macro _input_rows_query(plan, batch) %}
{% set condition = tablestore._row_kind_condition(plan) %}
select *, {{ tablestore._row_kind(plan) or "'+I'" }} as _kind
from (
  {{ tablestore._indent(batch | trim, 2) }}
)
{%- if condition %}
where {{ condition }}
{%- endif %}
{%- endmacro %}
