{#
  The columns of a keyed table with the types that the model declares, where its format stores a wider type: values are
  checked against the declared type in every run, and not only in the run that creates the table.

    types  the declared types as the table records them, see `_narrow_types`; none for a table that does not, where the
           columns of the SELECT, `query`, have them
#}
{% macro _with_declared_types(table_columns, format, types, query) %}
  {% set columns = [] %}
  {% set types = types if types is not none else dict(zip(query | map(attribute='lower_name'), query | map(attribute='type'))) %}
  {% for column in table_columns %}
    {% set type = types.get(column.name | lower, column.type) %}
    {% do columns.append(dict(column, type=type) if tablestore._stored_type(format, type) == column.type else column) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
