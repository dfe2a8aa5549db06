{# The comparison of two rows `l` and `r` for `array_sort`, by these positions in the order of the batch. #}
{% macro _record_comparison(plan, left, right) %}
  {% set before, after = ('>', '<') if plan.sequence_descending else ('<', '>') %}
  {{ return('(l, r) -> case when ' ~ left ~ ' ' ~ before ~ ' ' ~ right ~ ' then -1 when ' ~ left ~ ' ' ~ after ~ ' ' ~ right ~ ' then 1 else 0 end') }}
{% endmacro %}
