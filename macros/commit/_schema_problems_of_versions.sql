{#
  Versions are compared by all their columns, and a version can have several events, so neither do columns leave the
  table, nor can a column that is not compared be added.
#}
{% macro _schema_problems_of_versions(plan) %}
  {% set problems = [] %}
  {% for column in plan.missing_columns %}
    {% do problems.append("column '" ~ column.name ~ "' of the table is not in the SELECT, and versions differ in it:"
        ~ ' select it, or null for new rows: cast(null as ' ~ column.type ~ ') as ' ~ column.name) %}
  {% endfor %}
  {% if plan.retyped_columns | selectattr('name', 'equalto', '_events') | list %}
    {% do problems.append("a column of 'sequence_field', or one that 'track_history' leaves out, is new or has another"
        ~ ' type, and the stored events have no value of it: dbt run --full-refresh --select ' ~ plan.model) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
