{# The columns of a table. #}
{% macro _table_columns(relation) %}
  {{ return(tablestore._describe('describe table ' ~ relation)) }}
{% endmacro %}
