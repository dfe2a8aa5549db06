{# The columns of a stored table that belong to its model: all but the time of the last write. #}
{% macro _model_columns(table_columns) %}
  {{ return(tablestore._columns(table_columns) | rejectattr('lower_name', 'equalto', '_written_at') | list) }}
{% endmacro %}
