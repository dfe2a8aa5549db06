{#
  The net result of the changes of several commits, one change per key. A key that appeared and disappeared again has
  none.

    keys, columns  quoted names
    rows           the changes with `_row_kind` and `_commit`, as they stand after FROM
    changed        the condition that a key has changed between its rows `_first` and `_last`; none if every key counts
                   as changed
#}
{% macro net_query(keys, columns, rows, changed=none) %}
{% set changed = ' and ' ~ changed if changed else '' %}
with spans as (
  {{ tablestore._change_spans(keys, columns, rows) | trim | indent(2) }}
)
select {{ tablestore._wrapped_fields('_first', columns) }}, '-D' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('-U', '-D')
union all
select {{ tablestore._wrapped_fields('_first', columns) }}, '-U' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select {{ tablestore._wrapped_fields('_last', columns) }}, '+U' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select {{ tablestore._wrapped_fields('_last', columns) }}, '+I' as _row_kind
from spans
where _first._row_kind in ('+I', '+U') and _last._row_kind in ('+I', '+U')
{%- endmacro %}
