{#
  The claim of the next commit of a table. Its name has the number of the commit and the build of the table, so there is one
  for all runs that would make this commit. It is where the side tables are, also if a rebuild is about to move them.
#}
{% macro _claim_relation(relation, last) %}
  {% set build = last.epoch[:8] if last.epoch else 'new' %}
  {{ return(tablestore._side_table(relation, '__claim_' ~ tablestore._next_number(last) ~ '_' ~ build, tablestore._next_side_schema(last, false))) }}
{% endmacro %}
