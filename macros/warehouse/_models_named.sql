{# The models with a name, see `_found_model`: several if packages have models of this name. #}
{% macro _models_named(name) %}
  {% set found, name = [], name | string %}
  {% for node in graph.get('nodes', {}).values() if node.resource_type == 'model' and node.name in name %}
    {% set names = [tablestore.versioned_name(node)] + ([node.name]
        if node.get('version') == node.get('latest_version') else []) %}
    {% do found.append(node) if name in names or name.startswith(node.package_name ~ '.')
        and name[node.package_name | length + 1:] in names %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
