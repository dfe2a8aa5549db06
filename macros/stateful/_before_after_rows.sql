{#
  The unread changes of an input, and the row of each changed key before them (version 0) and after them (version 1). A
  commit of a keyed table changes a key once, so the changes of a single commit are those rows.
#}
{% macro _before_after_rows(input) %}
  {% set upstream, unread = input.upstream, input.name ~ '_unread' %}
  {% set one_commit = upstream.log and upstream.until - input.after == 1 %}
  {% set rows = 'select *\nfrom ' ~ tablestore._change_rows(upstream, input.after, upstream.until) %}
  {% set changes = tablestore._single_commit_rows(input, unread) if one_commit else tablestore._net_rows(input, unread) %}
  {{ return([tablestore._cte(unread, rows), tablestore._cte(input.name ~ '_changes', changes)]) }}
{% endmacro %}

{% macro _single_commit_rows(input, unread) %}
select if(_row_kind in ('+I', '+U'), 1, 0) as _version, {{ input.columns | join(', ') }}
from {{ unread }}
{%- endmacro %}

{% macro _net_rows(input, unread) %}
select _version, _row.{{ input.columns | join(', _row.') }}
from (
  {{ tablestore._change_spans(input.primary_key, input.columns, unread) | trim | indent(2) }}
)
lateral view inline(array(struct(0 as _version, _first as _row), struct(1 as _version, _last as _row))) as _version, _row
where (_row._row_kind in ('+I', '+U')) = (_version = 1)
{%- endmacro %}
