{# Quoted column names, separated by commas. #}
{% macro _names(columns) %}
  {% set quoted = [] %}
  {% for column in tablestore._as_list(columns) %}
    {% do quoted.append(tablestore._quote(column)) %}
  {% endfor %}
  {{ return(quoted | join(', ')) }}
{% endmacro %}
