{# A time cut into windows of one length, as Spark's struct<start, end>. Any offset is reduced to the length. #}
{% macro _window_expression(time, length, offset) %}
  {% set span = "'" ~ tablestore._interval_text(length) ~ "'" %}
  {% set shift = ", " ~ span ~ ", '" ~ tablestore._interval_text(offset % length) ~ "'" if offset % length else '' %}
  {{ return('window(' ~ time ~ ', ' ~ span ~ shift ~ ')') }}
{% endmacro %}
