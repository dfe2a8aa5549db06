{# What happens to each merged row. #}
{% macro _change_query(plan, engine, removed) %}
select
  {{ tablestore._wrapped((plan.columns + plan.kept_columns) | map(attribute='quoted') | list, 2) }},
  case
    when _refused is not null then 'refused'
  {%- if engine.late %}
    when _late then 'late'
  {%- endif %}
  {%- if engine.ignored %}
    when _ignored then 'ignored'
  {%- endif %}
  {%- if removed %}
    when _removed then if(_exists, 'delete', 'unchanged')
  {%- endif %}
    when not _exists then 'insert'
    when _old_values <=> {{ tablestore._comparable_row(plan.value_columns) | indent(4) }} then 'unchanged'
    else 'update'
  end as _change,
{%- if plan.expiry %}
  {{ tablestore._write_columns(plan) | trim }}
{%- endif %}
{%- if tablestore._keeps_before(plan) %}
  _before,
  {{ tablestore._is_logged(plan, engine) | indent(2) }} as _logged,
{%- endif %}
  _refused,
  _rows
from {{ 'fitted' if engine.overflows else 'merged' }}
{%- endmacro %}
