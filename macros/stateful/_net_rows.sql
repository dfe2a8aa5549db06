{#
  The first row of each key that changes remove, and the last one that they add.

    keys, columns  quoted names
    rows           the changes, as they stand after FROM
    mark           a column that has `before` for the row that goes, and 1 for the one that comes
#}
{% macro _net_rows(keys, columns, rows, mark, before) %}
{%- set first = 'struct(' ~ before ~ ' as ' ~ mark ~ ', _first as _row)' %}
{%- set last = 'struct(1 as ' ~ mark ~ ', _last as _row)' %}
select {{ mark }}, _row.{{ columns | join(', _row.') }}
from (
  {{ tablestore._indent(tablestore._change_spans(keys, columns, rows) | trim, 2) }}
)
lateral view inline(array({{ first }}, {{ last }})) as {{ mark }}, _row
where (_row._row_kind in ('+I', '+U')) = ({{ mark }} = 1)
{%- endmacro %}
