{#
  The rows of the batch with their row kinds, without the kinds that the model ignores. Where a column counts values of
  another type than its own, each is 1.
#}
{% macro _input_rows_query(plan, batch) %}
{% set condition = tablestore._row_kind_condition(plan) %}
{% set counted = plan.counted_columns | map(attribute='quoted') | list %}
{% set rows = ['* except (' ~ counted | join(', ') ~ ')' if counted else '*'] %}
{% for name in counted %}
  {% do rows.append('if(' ~ name ~ ' is null, null, 1L) as ' ~ name) %}
{% endfor %}
select {{ rows | join(', ') }}, {{ tablestore._row_kind(plan) or "'+I'" }} as _kind
from (
  {{ tablestore._indent(batch | trim, 2) }}
)
{%- if condition %}
where {{ condition }}
{%- endif %}
{%- endmacro %}
