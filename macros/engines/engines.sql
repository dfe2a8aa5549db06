{# The merge engines: name -> the macro that says how rows of one key become one row. #}
{% macro engines() %}
  {{ return({
    'deduplicate': tablestore._deduplicate_engine,
  }) }}
{% endmacro %}
