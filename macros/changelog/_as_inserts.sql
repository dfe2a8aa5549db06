{# Rows as changes that insert them. #}
{% macro _as_inserts(rows, commit, committed_at, annotation='') %}
{%- set time = tablestore._timestamp_literal(committed_at) %}
(
  select *, '+I' as _row_kind, cast({{ commit }} as bigint) as _commit, {{ time }} as _committed_at
  from {{ rows }}{{ annotation }}
)
{%- endmacro %}
