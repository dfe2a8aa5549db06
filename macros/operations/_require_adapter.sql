{# Refuses an operation on compiled plans with another adapter: plans are files, which Jinja can neither read nor write. #}
{% macro _require_adapter(operation) %}
  {% if adapter.type() != 'tablestore' %}
    {% do tablestore._fail(operation, ["compiled plans need the adapter dbt-tablestore, which reads and writes their files; the profile's type is "
        ~ adapter.type() ~ ': write type: tablestore']) %}
  {% endif %}
{% endmacro %}
