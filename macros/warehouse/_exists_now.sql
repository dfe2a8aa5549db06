{#
  Whether a table or view exists. dbt's cache has what existed when the run began; other runs create and drop tables.
  Spark reads the pattern as a regular expression, in which `*` stands for any text.
#}
{% macro _exists_now(relation) %}
  {% set names, pattern = [], [] %}
  {% for letter in relation.identifier %}
    {% do pattern.append('*' if letter in '^$.|?+()[]{}\\' else letter) %}
  {% endfor %}
  {% for row in tablestore.query_rows('show tables in ' ~ relation.include(identifier=false) ~ ' like '
      ~ tablestore.string_literal(pattern | join)) %}
    {% do names.append(row.tableName | lower) %}
  {% endfor %}
  {{ return(relation.identifier | lower in names) }}
{% endmacro %}
