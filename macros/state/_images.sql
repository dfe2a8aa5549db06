{#
  The changes of an input that are not read yet, and what they come to: of each key the row before (version 0) and the
  row after (version 1). One commit of a keyed table changes a key once, so its changes are that already.
#}
{% macro _images(input) %}
  {% set upstream, unread = input.upstream, input.name ~ '_unread' %}
  {% set one_commit = upstream.log and upstream.until - input.after == 1 %}
  {% set rows = 'select *\nfrom ' ~ tablestore._logged_rows(upstream, input.after, upstream.until) %}
  {% set changes = tablestore._logged_images(input, unread) if one_commit else tablestore._net_images(input, unread) %}
  {{ return([tablestore._cte(unread, rows), tablestore._cte(input.name ~ '_changes', changes)]) }}
{% endmacro %}

{% macro _logged_images(input, unread) %}
select if(_row_kind in ('+I', '+U'), 1, 0) as _version, {{ input.columns | join(', ') }}
from {{ unread }}
{%- endmacro %}

{% macro _net_images(input, unread) %}
select _version, _image.{{ input.columns | join(', _image.') }}
from (
  {{ tablestore._spans(input['keys'], input.columns, unread) | trim | indent(2) }}
)
lateral view inline(array(struct(0 as _version, _first as _image), struct(1 as _version, _last as _image))) as _version, _image
where (_image._row_kind in ('+I', '+U')) = (_version = 1)
{%- endmacro %}
