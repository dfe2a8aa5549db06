{# The table with the rows of a materialized view. #}
{% macro rows_of_view(relation) %}
  {{ return(relation.incorporate(path={'identifier': relation.identifier ~ '__rows'}, type='table')) }}
{% endmacro %}
