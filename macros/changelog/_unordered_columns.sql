{# The columns of a table whose values have no order, so that Iceberg does not compare its rows. #}
{% macro _unordered_columns(table) %}
  {% set found = [] %}
  {% for column in tablestore._describe_table(table)
      if modules.re.search('\\b(map<|variant\\b(?!:))', column.type) %}
    {% do found.append(column.name) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
