{# Problems of a join of two sides that have only unread changes. Of one of them with a table, the join is a lookup. #}
{% macro _two_changelogs_problems(left, right) %}
  {{ return(tablestore._unread_changes_problems('right', right, 'and so has the left side, so a pair whose rows are'
      ~ ' read in different runs is lost: write tablestore.changelog_join, and the times in WHERE, or join in a table'
      ~ ' or a view') if tablestore._changing_tables(left) else []) }}
{% endmacro %}
