{# The columns of a stored table that belong to its model; the time of the last write does not. #}
{% macro _model_columns(table_columns) %}
  {{ return(tablestore._columns(table_columns) | rejectattr('key', 'equalto', '_written_at') | list) }}
{% endmacro %}
