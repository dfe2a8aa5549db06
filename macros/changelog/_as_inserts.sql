{# Rows as changes that insert them. #}
{% macro _as_inserts(rows, commit, committed_at, annotation='') %}
(
  select *, '+I' as _row_kind, cast({{ commit }} as bigint) as _commit, {{ tablestore._timestamp_literal(committed_at) }} as _committed_at
  from {{ rows }}{{ annotation }}
)
{%- endmacro %}
