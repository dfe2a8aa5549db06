{#
  Each change after one commit and up to another, as text that follows FROM and may end in a WHERE clause. An empty
  range of a plain table is an empty query, because the table formats cannot read an empty range.
#}
{% macro _change_rows(upstream, after, until) %}
  {% if upstream.changes and after == until %}
    {{ return(tablestore._as_inserts(upstream.table ~ '\n  where false', until, none)) }}
  {% elif upstream.changes %}
    {{ return(upstream.changes(upstream, after, until)) }}
  {% elif after == until %}
    {{ return(upstream.log ~ '\nwhere false') }}
  {% endif %}
  {{ return(upstream.log ~ '\nwhere _commit > ' ~ after ~ ' and _commit <= ' ~ until) }}
{% endmacro %}
