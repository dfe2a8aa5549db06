{# Columns as the rooms pass them on: `name` as given, `key` in lower case to compare by, `type`, `quoted` for SQL. #}
{% macro _columns(columns) %}
  {% set result = [] %}
  {% for column in columns %}
    {% do result.append({'name': column.name, 'lower_name': column.name | lower, 'type': column.type | lower,
                         'quoted': tablestore._quote(column.name)}) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
