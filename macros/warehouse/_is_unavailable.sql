{#
  Whether a relation has no table that can be read: dbt is parsing, the relation stands for the rows of a unit test, or
  the project is compiled before the table exists.
#}
{% macro _is_unavailable(relation) %}
  {{ return(not execute or relation.is_cte or load_relation(relation) is none) }}
{% endmacro %}
