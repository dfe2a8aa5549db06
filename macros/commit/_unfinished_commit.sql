{#
  The properties of a commit that an earlier run has claimed and not sealed; none if there is none. The next run finishes it.
#}
{% macro _unfinished_commit(relation, last) %}
  {% set id = tablestore._unfinished_id(last, tablestore._existing_claim(relation, last)) %}
  {% if not id %}
    {{ return(none) }}
  {% endif %}
  {{ return(tablestore._table_properties(tablestore._side_table(relation, '__commit_' ~ id, last.side_schema))) }}
{% endmacro %}
