{# The merged rows with the types of the table; a row with a value that does not fit says so. #}
{% macro _fitted_cte(plan, checked) %}
fitted as (
  select
  {%- for column in plan.columns %}
    {{ 'try_cast(' ~ column.quoted ~ ' as ' ~ column.type ~ ') as ' if column.name in checked }}{{ column.quoted }},
  {%- endfor %}
  {%- for column in plan.kept_columns %}
    {{ column.quoted }},
  {%- endfor %}
  {%- if tablestore._keeps_before(plan) %}
    _before,
  {%- endif %}
    _exists,
  {%- if plan.expiry %}
    _expired,
  {%- endif %}
    _old,
    _late,
    _removed,
    case
      when _refused is not null then _refused
    {%- for column in plan.value_columns if column.name in checked %}
      when {{ column.quoted }} is not null and try_cast({{ column.quoted }} as {{ column.type }}) is null then {{ checked[column.name] }}
    {%- endfor %}
    end as _refused,
    _rows
  from merged
)
{%- endmacro %}
