{#
  Problems of columns with a collation. No format stores one, so values that are equal in the batch would differ in the
  table: its keys, its newest row and its greatest values would depend on what came in one batch.
#}
{% macro _collation_problems(query) %}
  {% set problems = [] %}
  {% for column in query if ' collate ' in column.type | lower %}
    {% do problems.append("column '" ~ column.name ~ "' is of type " ~ column.type
        ~ ', in which different strings can be equal, and tables store strings without a collation: write '
        ~ ('cast(' ~ column.name ~ ' as string)' if '<' not in column.type else 'its strings without one')
        ~ ', and lower(...) of it where case must not count') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
