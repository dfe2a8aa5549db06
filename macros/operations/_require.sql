{# Refuses an operation with another adapter: Jinja can neither read and write files nor parse SQL. #}
{% macro _require_adapter(operation) %}
  {% if tablestore._adapter_type() != 'tablestore' %}
    {% do tablestore.fail(operation, ["it needs the adapter dbt-tablestore, and the profile's type is "
        ~ tablestore._adapter_type() ~ ': write type: tablestore']) %}
  {% endif %}
{% endmacro %}

{# Refuses a Python model that has never run: only its table has its columns. #}
{% macro _require_known_columns(operation, node, relation) %}
  {% if not load_relation(relation) %}
    {% do tablestore.fail(operation, ["the columns of Python model '" ~ tablestore.versioned_name(node)
        ~ "' are not known before its first run: dbt run --select " ~ tablestore.versioned_name(node)]) %}
  {% endif %}
{% endmacro %}
