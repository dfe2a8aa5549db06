{# The clauses of CREATE TABLE for the layout that dbt-spark's configs describe. #}
{% macro _layout_clauses(layout) %}
  {% set clauses = [] %}
  {% if layout.partition_by %}
    {% do clauses.append('partitioned by (' ~ layout.partition_by | join(', ') ~ ')') %}
  {% endif %}
  {% if layout.clustered_by %}
    {% do clauses.append('clustered by (' ~ tablestore._as_list(layout.clustered_by) | join(', ') ~ ')'
        ~ (' into ' ~ layout.buckets ~ ' buckets' if layout.buckets else '')) %}
  {% endif %}
  {% if layout.location %}
    {% do clauses.append('location ' ~ tablestore._string_literal(layout.location)) %}
  {% endif %}
  {% if layout.comment %}
    {% do clauses.append('comment ' ~ tablestore._string_literal(layout.comment)) %}
  {% endif %}
  {{ return('\n' ~ clauses | join('\n') if clauses else '') }}
{% endmacro %}
