{#
  The name by which operations find this model. It begins with the package, unless that is the project: a package and
  the project can have models of one name.
#}
{% macro _unambiguous_name(node) %}
  {% set name = tablestore.versioned_name(node) %}
  {{ return(name if node.package_name == project_name else node.package_name ~ '.' ~ name) }}
{% endmacro %}
