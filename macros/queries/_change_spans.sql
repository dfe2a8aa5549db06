{# The first and the last change of each key. Within one commit, the row before is first. #}
{% macro _change_spans(keys, columns, rows) %}
{% set change = tablestore._wrapped_call('struct', columns + ['_row_kind']) | indent(2) %}
{% set order = "struct(_commit, _row_kind in ('+I', '+U'))" %}
select
  {{ tablestore._wrapped(keys, 2) ~ ',\n  ' if keys }}min_by({{ change }}, {{ order }}) as _first,
  max_by({{ change }}, {{ order }}) as _last
from {{ rows }}
{{- '\ngroup by ' ~ tablestore._wrapped(keys, 2) if keys }}
{%- endmacro %}
