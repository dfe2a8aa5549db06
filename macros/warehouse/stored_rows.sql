{# The table with the rows of a relation: the relation itself, unless it is a materialized view. #}
{% macro stored_rows(relation) %}
  {% set found = load_relation(relation) %}
  {% if found is none or found.type != 'materialized_view' %}
    {{ return(relation) }}
  {% endif %}
  {{ return(tablestore.rows_of_view(relation)) }}
{% endmacro %}
