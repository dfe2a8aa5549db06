{# Runs a statement, and returns its error; none if it has succeeded. Under plain dbt-spark, an error ends the run. #}
{% macro _tried(sql) %}
  {% if adapter.session is defined %}
    {{ return(adapter.session().attempt(sql)) }}
  {% endif %}
  {% do tablestore._run([sql]) %}
  {{ return(none) }}
{% endmacro %}
