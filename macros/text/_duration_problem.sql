{# The error message for a text that `_duration_ms` does not accept. `label` says where it was given. #}
{% macro _duration_problem(label, text) %}
  {{ return(label ~ " is '" ~ text ~ "'; write one whole number and one unit (d, h, min, s, ms), such as '1 d', '12 h' or '90 min'") }}
{% endmacro %}
