{# Expressions, by name, as columns of the next query: each name stands for itself. #}
{% macro _as_columns(expressions) %}
  {% set columns = {} %}
  {% for name in expressions %}
    {% do columns.update({name: name}) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
