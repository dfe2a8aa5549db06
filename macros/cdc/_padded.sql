{# A number that is not negative as text that sorts like it; null comes first. Spark adds the whole padding at once. #}
{% macro _padded(number, width=20) %}
  {{ return("lpad(coalesce(string(" ~ number ~ "), ''), " ~ width ~ ", '" ~ '0' * width ~ "')") }}
{% endmacro %}
