{# The tables with the staged rows of the last commit. #}
{% macro _former_stages(relation, last) %}
  {% set tables, id = [], last.properties.get('tablestore.staged') %}
  {% for suffix in ['__commit_'] + (['__input_'] if last.producer.startswith('input') else []) if id %}
    {% do tables.append(tablestore._side_table_name(relation, suffix ~ id, last.side_schema)) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
