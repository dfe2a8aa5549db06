{#
  One copy of each slice for every window it is part of: hopping windows by their start `_start`, cumulating ones by
  their end `_end` as well. A hop tells copies apart by the start alone, the end follows from it.
  Exploding a sequence is several times faster than the Expand that Spark plans for its own overlapping window().
#}
{% macro _slice_copies(slices, window) %}
  {% if window.type == 'cumulate' %}
    {% set step = "interval '" ~ tablestore._interval_text(window.step) ~ "'" %}
    {% set sql -%}
select *, explode(sequence(_slice, _last, {{ step }})) as _end
from {{ slices }}
    {%- endset %}
    {{ return(sql) }}
  {% endif %}
  {% set whole = window.size // window.slide %}
  {% set first = "_slice - interval '" ~ tablestore._interval_text((whole - 1) * window.slide) ~ "'" %}
  {% if window.size % window.slide %}
    {% set first = "if(_in_head, _slice - interval '" ~ tablestore._interval_text(whole * window.slide) ~ "', " ~ first ~ ")" %}
  {% endif %}
  {% set sql -%}
  {% if whole == 0 -%}
select *, _slice as _start
from {{ slices }}
where _in_head
  {%- elif window.size == window.slide -%}
select *, _slice as _start
from {{ slices }}
  {%- else -%}
select *, explode(sequence({{ first }}, _slice, interval '{{ tablestore._interval_text(window.slide) }}')) as _start
from {{ slices }}
  {%- endif %}
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
