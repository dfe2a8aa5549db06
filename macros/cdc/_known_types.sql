{# The types of the columns of a relation or query, by their names in lower case; empty if they cannot be looked up. #}
{% macro _known_types(relation) %}
  {% set types = {} %}
  {% for column in tablestore._known_columns(relation) %}
    {% do types.update({column.name | lower: column.type}) %}
  {% endfor %}
  {{ return(types) }}
{% endmacro %}
