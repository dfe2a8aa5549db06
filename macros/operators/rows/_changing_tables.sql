{# The tables of which a relation has only the changes that a keyed model has not read yet. #}
{% macro _changing_tables(relation) %}
  {{ return(tablestore._annotations('changelog', tablestore._table_expression(relation)) | map(attribute='table')
      | unique | list) }}
{% endmacro %}
