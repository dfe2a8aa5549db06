{# The columns of a table, as `_describe` lists them. #}
{% macro _table_columns(relation) %}
  {% set known, columns = adapter.tables().described(relation) if adapter.tables is defined else none, [] %}
  {% if not known %}
    {{ return(tablestore._describe('describe table ' ~ relation)) }}
  {% endif %}
  {% for column in known.columns %}
    {% set nested = 'struct<' in column.type | lower %}
    {% do columns.append(dict(column, type=tablestore._described_type(column.type)) if nested else column) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}

{# The properties of a table, name -> value. #}
{% macro _table_properties(relation) %}
  {% set known, properties = adapter.tables().described(relation) if adapter.tables is defined else none, {} %}
  {% if known %}
    {{ return(known.properties) }}
  {% endif %}
  {% for row in tablestore._rows('show tblproperties ' ~ relation) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
