{# The properties of a table, name -> value. #}
{% macro table_properties(relation) %}
  {% set known, properties = adapter.tables().described(relation) if adapter.tables is defined else none, {} %}
  {% if known %}
    {{ return(known.properties) }}
  {% endif %}
  {% for row in tablestore.query_rows('show tblproperties ' ~ relation) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
