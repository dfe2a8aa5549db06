{#
  Where the keys of a large folded batch are: for each key column, its smallest and largest value. A column of whole
  numbers, dates or times has one row for each of 64 equal parts of its range in which there are keys; so a few old keys
  do not hide that the others are close together.
#}
{% macro key_range_query(plan) %}
  {% set folded, selects = plan.folded_rows, [] %}
  {% for column in plan.key_columns %}
    {% set position = tablestore._key_position(column) %}
    {% do selects.append(tablestore._parts_of_key(column, position, folded, loop.index0) | trim) %}
  {% endfor %}
  {{ return(selects | join('\nunion all\n')) }}
{% endmacro %}

{% macro _parts_of_key(column, position, folded, number) %}
select
  {{ number }} as key_column,
  cast({{ 'min(_position)' if position else 'null' }} as string) as first_position,
  cast({{ 'max(_position)' if position else 'null' }} as string) as last_position,
  {{ tablestore._key_text('min(' ~ column.quoted ~ ')') }} as first,
  {{ tablestore._key_text('max(' ~ column.quoted ~ ')') }} as last
{%- if position %}
from (
  select {{ column.quoted }}, {{ position }} as _position
  from {{ folded }}
)
cross join (
  select cast(min({{ position }}) as double) as _first, cast(max({{ position }}) as double) as _last
  from {{ folded }}
)
group by floor(64 * (_position - _first) / (_last - _first + 1))
{%- else %}
from {{ folded }}
{%- endif %}
{% endmacro %}
