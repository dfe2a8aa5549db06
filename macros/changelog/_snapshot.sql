{# The table as it is, each row a +I. #}
{% macro _snapshot(upstream, reader) %}
  {% set rows = tablestore._snapshot_rows(upstream) %}
  {{ return(tablestore._as_inserts(rows, upstream.until, upstream.committed_at, tablestore._read_mark(upstream, reader, none))) }}
{% endmacro %}

{# The rows of the table as it is, or as its changelog has it. #}
{% macro _snapshot_rows(upstream) %}
  {% set rows = upstream.snapshot or upstream.rows %}
  {% if upstream.waiting %}
    {% set rows = '(\n' ~ tablestore._back_to(upstream, upstream.pending, upstream.until) | indent(4, true) ~ '\n  )' %}
  {% endif %}
  {{ return(rows if upstream.limit is none else '(select * from ' ~ rows ~ ' limit ' ~ upstream.limit ~ ')') }}
{% endmacro %}

{# The table as it was after a commit, each row a +I. #}
{% macro _as_of(upstream, commit) %}
  {% set rows = '(\n' ~ tablestore._back_to(upstream, upstream.log, commit) | indent(4, true) ~ '\n  )' %}
  {{ return(tablestore._as_inserts(rows, commit, none)) }}
{% endmacro %}

{# The table without the changes that a log has after a commit. #}
{% macro _back_to(upstream, log, commit) %}
  {% set columns = tablestore._upstream_columns(upstream) %}
  {{ return(tablestore.as_of_query(columns['keys'], columns.all, upstream.rows, '(select * from ' ~ log ~ ' where _commit > ' ~ commit ~ ')') | trim) }}
{% endmacro %}

{# Rows as the changes that made them. #}
{% macro _as_inserts(rows, commit, committed_at, mark='') %}
(
  select *, '+I' as _row_kind, cast({{ commit }} as bigint) as _commit, {{ tablestore._instant(committed_at) }} as _committed_at
  from {{ rows }}{{ mark }}
)
{%- endmacro %}

{# The names of the table's columns and of its keys, quoted. #}
{% macro _upstream_columns(upstream) %}
  {% set keys = [] %}
  {% for key in upstream['keys'] %}
    {% do keys.append(tablestore._quote(key)) %}
  {% endfor %}
  {% set columns = tablestore._model_columns(tablestore._columns_of(upstream.table, 'tablestore.changelog')) %}
  {{ return({'all': columns | map(attribute='quoted') | list, 'keys': keys}) }}
{% endmacro %}
