{#
  A table as it was before some of its changes: the keys of these changes have the row before their first change again.

    keys, columns  quoted names
    table          the table
    rows           the changes to undo, with `_row_kind` and `_commit`
    equals         the operator that compares keys
#}
{% macro as_of_query(keys, columns, table, rows, equals='=') %}
{% set same = [] %}
{% for key in keys %}
  {% do same.append('now.' ~ key ~ ' ' ~ equals ~ ' spans.' ~ key) %}
{% endfor %}
with spans as (
  {{ tablestore._change_spans(keys, columns, rows) | trim | indent(2) }}
)
select {{ tablestore._wrapped(columns, 2) }}
from {{ table }} as now
left anti join spans on {{ same | join(' and ') }}
union all
select {{ tablestore._wrapped_fields('_first', columns) }}
from spans
where _first._row_kind in ('-U', '-D')
{%- endmacro %}
