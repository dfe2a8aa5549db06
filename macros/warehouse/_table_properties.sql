{# The properties of a table, name -> value. #}
{% macro _table_properties(relation) %}
  {% set properties = {} %}
  {% for row in tablestore._rows('show tblproperties ' ~ relation) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
