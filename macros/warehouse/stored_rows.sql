{#
  The table with the rows of a relation: the relation itself, unless it is a materialized view. dbt lists each view
  beside a table with the name of its rows as one, and that table can be somebody else's.
#}
{% macro stored_rows(relation) %}
  {% set found, rows = load_relation(relation), tablestore.rows_of_view(relation) %}
  {% if found is none or found.type != 'materialized_view' or not tablestore._is_of_refresh(rows) %}
    {{ return(relation) }}
  {% endif %}
  {{ return(rows) }}
{% endmacro %}
