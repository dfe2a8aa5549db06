{#
  The net result of the changes of several commits, one change per key. A key that appeared and disappeared again has none.

    keys, columns  quoted names
    rows           the changes with `_row_kind` and `_commit`, as they stand after FROM
    same           true when a key that has its first values again still counts as changed
#}
{% macro net_query(keys, columns, rows, same=false) %}
{% set changed = '' if same else ' and not (' ~ tablestore._row_values(columns, '_first') ~ ' <=> ' ~ tablestore._row_values(columns, '_last') ~ ')' %}
with spans as (
  {{ tablestore._change_spans(keys, columns, rows) | trim | indent(2) }}
)
select {{ tablestore._fields('_first', columns) }}, '-D' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('-U', '-D')
union all
select {{ tablestore._fields('_first', columns) }}, '-U' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select {{ tablestore._fields('_last', columns) }}, '+U' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select {{ tablestore._fields('_last', columns) }}, '+I' as _row_kind
from spans
where _first._row_kind in ('+I', '+U') and _last._row_kind in ('+I', '+U')
{%- endmacro %}

{# The values as text, because not all types can be compared. #}
{% macro _row_values(columns, alias) %}
  {{ return(tablestore._row_text('struct(' ~ alias ~ '.' ~ columns | join(', ' ~ alias ~ '.') ~ ')')) }}
{% endmacro %}
