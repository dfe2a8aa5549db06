{#
  What the changes of several commits come to, one change per key: what came and went again is not there.

    keys, columns  quoted names
    rows           changes with `_row_kind` and `_commit`
    same           true when a key that was touched and has its first values again counts as changed
#}
{% macro net_query(keys, columns, rows, same=false) %}
{% set changed = '' if same else ' and not (' ~ tablestore._row_values(columns, '_first') ~ ' <=> ' ~ tablestore._row_values(columns, '_last') ~ ')' %}
with spans as (
  {{ tablestore._change_spans(keys, columns, rows) | trim | indent(2) }}
)
select _first.{{ columns | join(', _first.') }}, '-D' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('-U', '-D')
union all
select _first.{{ columns | join(', _first.') }}, '-U' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select _last.{{ columns | join(', _last.') }}, '+U' as _row_kind
from spans
where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U'){{ changed }}
union all
select _last.{{ columns | join(', _last.') }}, '+I' as _row_kind
from spans
where _first._row_kind in ('+I', '+U') and _last._row_kind in ('+I', '+U')
{%- endmacro %}

{# The values as text, for types that have no equality of their own. #}
{% macro _row_values(columns, alias) %}
  {{ return(tablestore._row_text('struct(' ~ alias ~ '.' ~ columns | join(', ' ~ alias ~ '.') ~ ')')) }}
{% endmacro %}
