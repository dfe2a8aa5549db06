{# The changes after one commit and up to another; with `net`, their net result, one change per key. #}
{% macro _changes_between(upstream, after, until, net=false, annotation='') %}
  {% set rows = tablestore._change_rows(upstream, after, until) %}
  {% if upstream.limit is not none %}
    {% set rows = rows ~ '\nlimit ' ~ upstream.limit %}
  {% endif %}
  {% if net %}
    {{ return(tablestore._net_changes(upstream, rows, until, annotation)) }}
  {% endif %}
  {{ return('(\n  select *\n  from ' ~ tablestore._indent(rows, 2) ~ annotation ~ '\n)') }}
{% endmacro %}

{% macro _net_changes(upstream, rows, until, annotation) %}
{% set columns = tablestore._upstream_columns(upstream) %}
(
  select *, cast({{ until }} as bigint) as _commit, {{ tablestore._timestamp_literal(upstream.committed_at) }} as _committed_at
  from (
    {{ tablestore.net_query(columns.primary_key, columns.all, '(select * from ' ~ rows ~ ')', tablestore._differs(columns.compared, '_first', '_last')) | trim | indent(4) }}
  ){{ annotation }}
)
{%- endmacro %}
