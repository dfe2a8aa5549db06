{#
  The net result of the changes of several commits, one change per key. A key that appeared and disappeared again has
  none.

    keys, columns  quoted names
    rows           the changes with `_row_kind` and `_commit`, as they stand after FROM
    changed        the condition that a key has changed between its rows `_first` and `_last`; none if every key counts
                   as changed
    has_deletes    whether the changes have the sequences of deletes
#}
{% macro net_query(keys, columns, rows, changed=none, has_deletes=false) %}
{% set changed, other = ' and ' ~ changed if changed else '', ', null' if has_deletes else '' %}
{% set deleted = ', _last._delete_sequence' if has_deletes else '' %}
{% set read = columns + (['_delete_sequence'] if has_deletes else []) %}
with spans as (
  {{ tablestore._change_spans(keys, read, rows) | trim | indent(2) }}
)
select {{ tablestore._wrapped_fields('_first', columns) }}, '-D' as _row_kind{{ deleted }}
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('-U', '-D')
union all
select {{ tablestore._wrapped_fields('_first', columns) }}, '-U' as _row_kind{{ other }}
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select {{ tablestore._wrapped_fields('_last', columns) }}, '+U' as _row_kind{{ other }}
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select {{ tablestore._wrapped_fields('_last', columns) }}, '+I' as _row_kind{{ other }}
from spans
where _first._row_kind in ('+I', '+U') and _last._row_kind in ('+I', '+U')
{%- endmacro %}
