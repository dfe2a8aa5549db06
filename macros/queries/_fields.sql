{# Columns, by their quoted names, of a struct or a table alias. #}
{% macro _fields(source, columns) %}
  {% set fields = [] %}
  {% for column in columns %}
    {% do fields.append(source ~ '.' ~ column) %}
  {% endfor %}
  {{ return(tablestore._wrapped(fields, 2)) }}
{% endmacro %}
