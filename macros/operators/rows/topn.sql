{# The first n rows of each group. Spark's WindowGroupLimit drops most other rows before the shuffle. #}
{% macro topn(relation, n, partition_by, order_by, rank='row_number', rank_column=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('topn',
      tablestore._missing_problems({'n': n, 'partition_by': partition_by, 'order_by': order_by})) %}
  {% set problems = tablestore._count_problems({'n': n}) %}
  {% if rank not in ['row_number', 'rank', 'dense_rank'] %}
    {% do problems.append("rank: '" ~ rank ~ "' is not accepted; write 'row_number', 'rank' or 'dense_rank'") %}
  {% endif %}
  {% do problems.extend(tablestore._unread_changes_problems('relation', relation, 'and their first rows are not those'
      ~ ' of the table: write tablestore.changelog_topn, or topn in a table, a view or a materialized view; for one of'
      ~ ' the rows of a key in a run, write tablestore.deduplicate')) %}
  {% set order = tablestore._order_clause(tablestore._order_items(order_by, problems)) %}
  {% do tablestore.fail('topn', problems) %}
  {{ return(tablestore._first_rows(relation, n, partition_by, order, rank, rank_column)) }}
{% endmacro %}
