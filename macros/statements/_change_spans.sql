{# The first and the last change of each key; within a commit the row before comes first. #}
{% macro _change_spans(keys, columns, rows) %}
{% set change = 'struct(' ~ columns | join(', ') ~ ', _row_kind)' %}
{% set order = "struct(_commit, _row_kind in ('+I', '+U'))" %}
select
  {{ keys | join(', ') }},
  min_by({{ change }}, {{ order }}) as _first,
  max_by({{ change }}, {{ order }}) as _last
from {{ rows }}
group by {{ keys | join(', ') }}
{%- endmacro %}
