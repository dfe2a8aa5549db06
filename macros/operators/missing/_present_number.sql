{# The same for a column which has to be a number, whatever its type: NaN as a constant, null where it has none. #}
{% macro _present_number(column, nan) %}
  {% if nan and column.type is none %}
    {% set quoted = tablestore._quote(column.name) %}
    {{ return('nullif(' ~ quoted ~ ", from_json('{\"v\": \"NaN\"}', 'v ' || typeof(" ~ quoted ~ ')).v)') }}
  {% endif %}
  {{ return(tablestore._present_value(column, nan)) }}
{% endmacro %}
