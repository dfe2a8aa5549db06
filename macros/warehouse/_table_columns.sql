{# The columns of a table, as `_describe` lists them. #}
{% macro _table_columns(relation) %}
  {% set known, columns = adapter.tables().described(relation) if adapter.tables is defined else none, [] %}
  {% if not known %}
    {{ return(tablestore._describe('describe table ' ~ relation)) }}
  {% endif %}
  {% for column in known.columns %}
    {% do columns.append(dict(column, type=tablestore._described_type(column.type))) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
