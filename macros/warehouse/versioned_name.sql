{# The name of a model, `orders.v1` for a version, as `dbt --select` takes it. #}
{% macro versioned_name(node) %}
  {{ return(node.name if node.get('version') is none else node.name ~ '.v' ~ node.version) }}
{% endmacro %}
