{#
  The schema that the profile sets for the side tables, `side_tables: {schema: ...}`; none for the schema of each table.
#}
{% macro profile_side_schema() %}
  {{ return((target.get('side_tables') or {}).get('schema')) }}
{% endmacro %}
