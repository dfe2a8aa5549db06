{# Rows as changes that insert them; `sequence` is the type of `_delete_sequence`, none without one. #}
{% macro _as_inserts(rows, commit, committed_at, annotation='', sequence=none) %}
{%- set time = tablestore._timestamp_literal(committed_at) %}
(
  select *, '+I' as _row_kind, cast({{ commit }} as bigint) as _commit, {{ time }} as _committed_at
  {{- ',\n    cast(null as ' ~ sequence ~ ') as _delete_sequence' if sequence }}
  from {{ rows }}{{ annotation }}
)
{%- endmacro %}
