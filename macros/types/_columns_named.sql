{# The columns with these names (in lower case), in the order of the names. #}
{% macro _columns_named(columns, names) %}
  {% set result = [] %}
  {% for name in names %}
    {% do result.extend(columns | selectattr('lower_name', 'equalto', name) | list) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
