{# [precision, scale] of a decimal type; `decimal` alone is decimal(10,0). #}
{% macro _precision_and_scale(type) %}
  {% set digits = modules.re.findall('[0-9]+', type) | map('int') | list %}
  {{ return([digits[0] if digits else 10, digits[1] if digits | length > 1 else 0]) }}
{% endmacro %}
