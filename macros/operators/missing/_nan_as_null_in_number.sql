{#
  Like _nan_as_null, for a column that must be a number. If its type is not known, the SQL parses NaN as the type of the
  column. Spark does this once, when it plans the query. For a type without NaN the result is null, and nullif with null
  returns the column as it is.
#}
{% macro _nan_as_null_in_number(column, nan) %}
  {% if nan and column.type is none %}
    {% set quoted = tablestore._quote(column.name) %}
    {{ return('nullif(' ~ quoted ~ ", from_json('{\"v\": \"NaN\"}', 'v ' || typeof(" ~ quoted ~ ')).v)') }}
  {% endif %}
  {{ return(tablestore._nan_as_null(column, nan)) }}
{% endmacro %}
