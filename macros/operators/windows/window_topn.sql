{# The first n rows of each window, or of each group in each window: a top-n grouped by the window first. #}
{% macro window_topn(relation, n, order_by, partition_by=[], rank='row_number', rank_column=none) %}
  {% do tablestore.fail('window_topn', tablestore._missing_problems({'n': n, 'order_by': order_by})) %}
  {% set groups = ['window_start', 'window_end'] + tablestore._as_list(partition_by) %}
  {{ return(tablestore.topn(relation, n, groups, order_by, rank, rank_column)) }}
{% endmacro %}
