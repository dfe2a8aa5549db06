{#
  Each row or partial aggregate of the CTE `slices` once per window that it is in. A hopping window is identified by
  `__window_start`, a cumulating one also by `__window_end`.
  Exploding a sequence is several times faster than the Expand node that Spark plans for its own overlapping window().
#}
{% macro _rows_per_window(slices, window) %}
  {% if window.type == 'cumulate' %}
    {% set step = "interval '" ~ tablestore._interval_text(window.step) ~ "'" %}
    {% set sql -%}
select *, explode(sequence(__slice_end, __last_end, {{ step }})) as __window_end
from {{ slices }}
    {%- endset %}
    {{ return(sql) }}
  {% endif %}
  {% set whole = window.size // window.slide %}
  {% set slide = "interval '" ~ tablestore._interval_text(window.slide) ~ "'" %}
  {% set first = "__slice_start - interval '" ~ tablestore._interval_text((whole - 1) * window.slide) ~ "'" %}
  {% set first_of_head = "__slice_start - interval '" ~ tablestore._interval_text(whole * window.slide) ~ "'" %}
  {% set sql -%}
  {% if whole == 0 -%}
select *, __slice_start as __window_start
from {{ slices }}
where __in_head
  {%- elif window.size == window.slide -%}
select *, __slice_start as __window_start
from {{ slices }}
  {%- elif window.size % window.slide -%}
select
    *,
    explode(sequence(
        if(__in_head, {{ first_of_head }}, {{ first }}),
        __slice_start,
        {{ slide }}
    )) as __window_start
from {{ slices }}
  {%- else -%}
select *, explode(sequence({{ first }}, __slice_start, {{ slide }})) as __window_start
from {{ slices }}
  {%- endif %}
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
