{# Columns as dbt's own macros expect them. #}
{% macro _column_objects(columns) %}
  {% set result = [] %}
  {% for column in columns %}
    {% do result.append(api.Column(column.name, column.type)) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
