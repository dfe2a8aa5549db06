{# What a changelog adds to its rows, and a state TTL to a table's; never taken from a batch as columns of the model. #}
{% macro _reserved_columns() %}
  {{ return(['_row_kind', '_commit', '_committed_at', '_written_at']) }}
{% endmacro %}
