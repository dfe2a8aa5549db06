{# The changes after one commit and until another; `net` is what they come to. #}
{% macro _between(upstream, after, until, net=false, mark='') %}
  {% set rows = tablestore._logged_rows(upstream, after, until) %}
  {% if upstream.limit is not none %}
    {% set rows = rows ~ '\nlimit ' ~ upstream.limit %}
  {% endif %}
  {% if net %}
    {{ return(tablestore._net_changes(upstream, rows, until, mark)) }}
  {% endif %}
  {{ return('(\n  select *\n  from ' ~ tablestore._indented(rows, 2) ~ mark ~ '\n)') }}
{% endmacro %}

{# Each change on its own; the text ends in a condition for some upstreams. A record of nothing cannot be asked for. #}
{% macro _logged_rows(upstream, after, until) %}
  {% if after == until %}
    {{ return(tablestore._as_inserts(upstream.table ~ '\n  where false', until, none) if upstream.changes else upstream.log ~ '\nwhere false') }}
  {% endif %}
  {{ return(upstream.changes(upstream, after, until) if upstream.changes else
      upstream.log ~ '\nwhere _commit > ' ~ after ~ ' and _commit <= ' ~ until) }}
{% endmacro %}

{% macro _net_changes(upstream, rows, until, mark) %}
{% set columns = tablestore._upstream_columns(upstream) %}
(
  select *, cast({{ until }} as bigint) as _commit, {{ tablestore._instant(upstream.committed_at) }} as _committed_at
  from (
    {{ tablestore.net_query(columns['keys'], columns.all, '(select * from ' ~ rows ~ ')') | trim | indent(4) }}
  ){{ mark }}
)
{%- endmacro %}
