{#
  The rows of an upstream as of a commit in its changelog: without the later changes, which are in its log and, if the table
  is ahead of its log, among the changes that wait for a compaction.
#}
{% macro _rows_as_of(upstream, commit) %}
  {% set columns, later = tablestore._upstream_columns(upstream), {} %}
  {% do later.update({upstream.log: commit} if commit < upstream.until or not upstream.waiting else {}) %}
  {% do later.update({upstream.pending: upstream.until} if upstream.waiting else {}) %}
  {% set names, queries = (columns.all + ['_row_kind', '_commit']) | join(', '), [] %}
  {% for table, after in later.items() %}
    {% do queries.append('select ' ~ names ~ ' from ' ~ table ~ ' where _commit > ' ~ after ~ ' and _commit <= ' ~ upstream.sealed) %}
  {% endfor %}
  {{ return(tablestore.as_of_query(columns.primary_key, columns.all, upstream.rows, '(' ~ queries | join(' union all ') ~ ')', upstream.key_equals) | trim) }}
{% endmacro %}
