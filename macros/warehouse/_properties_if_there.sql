{# The properties of a table that may be dropped meanwhile: empty if it is. Plain dbt-spark fails then. #}
{% macro _properties_if_there(table) %}
  {% set properties, rows = {}, tablestore._adapter_rows({'step': 'catalog', 'sql': 'show tblproperties ' ~ table}) %}
  {% if rows is none %}
    {{ return(tablestore.table_properties(table)) }}
  {% endif %}
  {% for row in rows %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
