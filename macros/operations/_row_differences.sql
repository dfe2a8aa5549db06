{# The rows that are unexpected and the rows that are missing, each as JSON with the types of the columns. #}
{% macro _row_differences(columns, found, expected) %}
  {% set wanted, differences = [], [] %}
  {% for row in tablestore._rows('select ' ~ tablestore._row_as_json(columns) ~ ' as row_json from ('
      ~ tablestore._json_rows(columns, tablestore._rows_as_json(expected)) ~ ')') %}
    {% do wanted.append(row.row_json) %}
  {% endfor %}
  {% for row in found if row not in wanted %}
    {% do differences.append('has ' ~ row) %}
  {% endfor %}
  {% for row in wanted if row not in found %}
    {% do differences.append('lacks ' ~ row) %}
  {% endfor %}
  {{ return(differences) }}
{% endmacro %}
