{# Refuses an operation with another adapter: Jinja can neither read and write files nor parse SQL. #}
{% macro _require_adapter(operation) %}
  {% if adapter.type() != 'tablestore' %}
    {% do tablestore._fail(operation, ["it needs the adapter dbt-tablestore, and the profile's type is "
        ~ adapter.type() ~ ': write type: tablestore']) %}
  {% endif %}
{% endmacro %}
