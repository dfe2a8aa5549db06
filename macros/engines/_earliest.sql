{# The value of the first row of a key. #}
{% macro _earliest(value, plan) %}
  {{ return(('max_by(' if plan.sequence_descending else 'min_by(') ~ value ~ ', _order)') }}
{% endmacro %}
