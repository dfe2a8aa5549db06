{# The `columns` argument of a join, a list of names and {column: new name} mappings, as one mapping. #}
{% macro _renamed_columns(columns) %}
  {% set renamed = {} %}
  {% for item in tablestore._as_list(columns) %}
    {% do renamed.update(item if item is mapping else {item: item}) %}
  {% endfor %}
  {{ return(renamed) }}
{% endmacro %}
