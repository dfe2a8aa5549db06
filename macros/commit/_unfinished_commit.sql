{#
  The properties of a commit that an earlier run has claimed and not sealed; none if there is none. The next run finishes it.
  If its staged rows are gone, they are those of its claim.
#}
{% macro _unfinished_commit(relation, last) %}
  {% set claim = tablestore._existing_claim(relation, last) %}
  {% set id = tablestore._unfinished_id(last, claim) %}
  {% if not id %}
    {{ return(none) }}
  {% endif %}
  {% set stage = tablestore._side_table(relation, '__commit_' ~ id, last.side_schema) %}
  {{ return(tablestore._table_properties(stage) if tablestore._exists_now(stage) else claim or last.properties) }}
{% endmacro %}
