{#
  Whether a table or view exists. dbt's cache has what existed when the run began; other runs create and drop tables.
#}
{% macro _exists_now(relation) %}
  {% set names = [] %}
  {% for row in tablestore.query_rows('show tables in ' ~ relation.include(identifier=false) ~ ' like '
      ~ tablestore.string_literal(relation.identifier)) %}
    {% do names.append(row.tableName | lower) %}
  {% endfor %}
  {{ return(relation.identifier | lower in names) }}
{% endmacro %}
