{# One row per window, or per key in each window: the first or the last one in the given order. #}
{% macro window_deduplicate(relation, order_by, partition_by=[], keep='last') %}
  {% set keys = ['window_start', 'window_end'] + tablestore._as_list(partition_by) %}
  {{ return(tablestore.deduplicate(relation, keys, order_by, keep)) }}
{% endmacro %}
