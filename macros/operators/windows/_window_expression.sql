{# A call of Spark's window(), a struct of start and end, for windows of one length. The offset may have any length. #}
{% macro _window_expression(time, length, offset) %}
  {% set span = "'" ~ tablestore._interval_text(length) ~ "'" %}
  {% set shift = ", " ~ span ~ ", '" ~ tablestore._interval_text(offset % length) ~ "'" if offset % length else '' %}
  {{ return('window(' ~ time ~ ', ' ~ span ~ shift ~ ')') }}
{% endmacro %}
