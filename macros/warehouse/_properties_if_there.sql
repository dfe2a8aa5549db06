{# The properties of a table that may be dropped meanwhile: empty if it is. Plain dbt-spark fails then. #}
{% macro _properties_if_there(table) %}
  {% set properties = {} %}
  {% for row in tablestore._rows_if_there({'step': 'catalog', 'sql': 'show tblproperties ' ~ table}) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
