{# The name by which operations find this model: with its package, if they find another model by its name alone. #}
{% macro _unambiguous_name(node) %}
  {% set name = tablestore.versioned_name(node) %}
  {{ return(name if tablestore._found_model(name).node.unique_id == node.unique_id
      else node.package_name ~ '.' ~ name) }}
{% endmacro %}
