{# A table that belongs to a keyed table: its name is the name of the table and a suffix. #}
{% macro _side_table(relation, suffix) %}
  {{ return(relation.incorporate(path={'identifier': relation.identifier ~ suffix})) }}
{% endmacro %}
