{#
  The same for a column that must be a number. When its type is not known, NaN is read as that type while Spark plans
  the query, so it is a constant; for a type without NaN it is null, which nullif never equals.
#}
{% macro _nan_as_null_in_number(column, nan) %}
  {% if nan and column.type is none %}
    {% set quoted = tablestore._quote(column.name) %}
    {{ return('nullif(' ~ quoted ~ ", from_json('{\"v\": \"NaN\"}', 'v ' || typeof(" ~ quoted ~ ')).v)') }}
  {% endif %}
  {{ return(tablestore._nan_as_null(column, nan)) }}
{% endmacro %}
