{#
  The rows of a table whose rows expire, as its changelog has them: an expired row stays until its key is written again,
  because no change removes it. The changelog must have all changes since the first commit.

    columns  the columns and the primary key of the table, see `_upstream_columns`
#}
{% macro _changelog_rows(upstream, columns) %}
{# a view shows the table as it is when it is queried #}
{% set log = upstream.log if tablestore._is_compiling_view() else '(select * from ' ~ upstream.log ~ ' where _commit <= ' ~ upstream.until ~ ')' %}
(
  select {{ tablestore._fields('_last', columns.all) }}
  from (
    {{ tablestore._change_spans(columns.primary_key, columns.all, log) | trim | indent(4) }}
  )
  where _last._row_kind in ('+I', '+U')
  {{- '\n  limit ' ~ upstream.limit if upstream.limit is not none }}
)
{%- endmacro %}
