{# The properties of a table, name -> value; `of_run` says that it is one of a run, which others may drop. #}
{% macro table_properties(relation, of_run=false) %}
  {% set known, properties = adapter.tables().described(relation) if adapter.tables is defined else none, {} %}
  {% if known %}
    {{ return(known.properties) }}
  {% endif %}
  {% for row in tablestore.query_rows({'step': 'catalog', 'reads': [relation | string] if of_run else [],
      'sql': 'show tblproperties ' ~ relation}) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
