{#
  The counts of the table of commits, in the order of its columns: those that an earlier release has created, then those that
  this commit adds. A table whose last commit is of this release says so in its properties, so that a run need not look; not as
  commit 0, which is not in the history.
#}
{% macro _history_order(relation, last, side_schema) %}
  {% set counts, stored = tablestore._history_counts(), [] %}
  {% for schema in [side_schema, last.side_schema] if not stored and tablestore._side_table_exists(relation, '__commits', schema) %}
    {% do stored.extend(tablestore._stored_counts(tablestore._side_table(relation, '__commits', schema), last)) %}
  {% endfor %}
  {{ return(stored + counts | reject('in', stored) | list) }}
{% endmacro %}
