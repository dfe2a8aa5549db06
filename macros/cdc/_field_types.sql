{# Fields with their types, as in the type of a struct, or as in a list of columns. #}
{% macro _field_types(fields, separator=' ') %}
  {% set texts = [] %}
  {% for name, type in fields.items() %}
    {% do texts.append(tablestore._quote(name, exact=true) ~ separator ~ type) %}
  {% endfor %}
  {{ return(texts | join(', ')) }}
{% endmacro %}
