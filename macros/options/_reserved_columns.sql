{# The columns that a changelog, or a state TTL, adds. In a batch they are never columns of the model. #}
{% macro _reserved_columns() %}
  {{ return(['_row_kind', '_commit', '_committed_at', '_written_at']) }}
{% endmacro %}
