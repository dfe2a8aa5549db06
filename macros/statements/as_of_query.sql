{#
  A table as it was before some of its changes: the keys they touch go back to the row before the first of them.

    keys, columns  quoted names
    table          the table
    rows           the changes to take back, with `_row_kind` and `_commit`
#}
{% macro as_of_query(keys, columns, table, rows) %}
{% set same = [] %}
{% for key in keys %}
  {% do same.append('now.' ~ key ~ ' = spans.' ~ key) %}
{% endfor %}
with spans as (
  {{ tablestore._change_spans(keys, columns, rows) | trim | indent(2) }}
)
select {{ columns | join(', ') }}
from {{ table }} as now
left anti join spans on {{ same | join(' and ') }}
union all
select _first.{{ columns | join(', _first.') }}
from spans
where _first._row_kind in ('-U', '-D')
{%- endmacro %}
