{# The merged rows with the types of the table. A row with a value that does not fit is refused. #}
{% macro _fitted_cte(plan, overflows) %}
{% set branches = ['when _refused is not null then _refused'] %}
{%- set columns = plan.value_columns | selectattr('name', 'in', overflows) | map(attribute='quoted') | list %}
{% for column in plan.value_columns if column.name in overflows %}
  {% do branches.append('when ' ~ column.quoted ~ ' is not null'
      ~ ' and try_cast(' ~ column.quoted ~ ' as ' ~ column.type ~ ') is null then ' ~ overflows[column.name]) %}
{% endfor %}
fitted as (
  select
    * except ({{ tablestore._wrapped(columns + ['_refused'], 4) }}),
  {%- for column in plan.value_columns if column.name in overflows %}
    try_cast({{ column.quoted }} as {{ column.type }}) as {{ column.quoted }},
  {%- endfor %}
    {{ tablestore._wrapped_case(branches) | indent(4) }} as _refused
  from merged
)
{%- endmacro %}
