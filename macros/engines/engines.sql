{# The merge engines: name -> the macro that turns a plan into the expressions of `_engine_schema`. #}
{% macro engines() %}
  {{ return({
    'deduplicate': tablestore._deduplicate_engine,
    'partial-update': tablestore._partial_update_engine,
    'aggregation': tablestore._aggregation_engine,
    'first-row': tablestore._first_row_engine,
  }) }}
{% endmacro %}
