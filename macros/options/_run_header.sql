{# Runs the statements that dbt's `sql_header` puts before the query of a model. A Python model has no query. #}
{% macro _run_header(node) %}
  {% set header = node.config.get('sql_header') if node.language != 'python' %}
  {% do tablestore._adapter_run_header(header) if header %}
{% endmacro %}
