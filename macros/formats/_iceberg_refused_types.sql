{# The types that a table of format version 2, as keyed tables and their side tables are, cannot have. #}
{% macro _iceberg_refused_types() %}
  {{ return({
    'variant': "store its JSON, to_json(...), or set file_format='delta'",
    'interval': 'store a number, such as the microseconds',
  }) }}
{% endmacro %}
