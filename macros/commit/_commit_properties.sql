{# The table properties that belong to a commit. #}
{% macro _commit_properties(properties) %}
  {% set own = {} %}
  {% for name, value in properties.items() if name.startswith('tablestore.') and not name.startswith('tablestore.tag.') %}
    {% do own.update({name: value}) %}
  {% endfor %}
  {{ return(own) }}
{% endmacro %}
