{# The value of the last row of a key. #}
{% macro _latest(value, plan) %}
  {{ return(('min_by(' if plan.sequence_descending else 'max_by(') ~ value ~ ', _order)') }}
{% endmacro %}
