{#
  Whether dbt is parsing the project. Refs do not resolve yet, and the SQL is not used: the macros for users return
  nothing then, so that a wrong argument is an error of its model when that is compiled, and not of every dbt command.
#}
{% macro _is_parsing() %}
  {{ return(execute is defined and not execute) }}
{% endmacro %}
