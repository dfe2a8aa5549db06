{# Whether dbt is parsing the project, when refs do not resolve yet. #}
{% macro _is_parsing() %}
  {{ return(execute is defined and not execute) }}
{% endmacro %}
