{# The columns of a query, without running it. #}
{% macro _query_columns(sql) %}
  {{ return(tablestore._described('describe query ' ~ sql)) }}
{% endmacro %}

{# The columns of a table. #}
{% macro _relation_columns(relation) %}
  {{ return(tablestore._described('describe table ' ~ relation)) }}
{% endmacro %}

{# DESCRIBE lists columns up to its first empty or commented line; partitioning follows. #}
{% macro _described(sql) %}
  {% set columns = [] %}
  {% for row in tablestore._rows(sql) %}
    {% if not row.col_name or row.col_name.startswith('#') %}
      {% break %}
    {% endif %}
    {% do columns.append({'name': row.col_name, 'type': row.data_type}) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
