{# The rows of the table as of the last commit in its changelog. #}
{% macro _snapshot_rows(upstream) %}
  {% set rows = upstream.snapshot or upstream.rows %}
  {% if upstream.waiting %}
    {% set rows = '(\n' ~ tablestore._rows_as_of(upstream, upstream.until) | indent(4, true) ~ '\n  )' %}
  {% endif %}
  {{ return(rows if upstream.limit is none else '(select * from ' ~ rows ~ ' limit ' ~ upstream.limit ~ ')') }}
{% endmacro %}
