{# The types of a plan that its format stores as wider ones, for the table's properties: name in lower case -> type. #}
{% macro _narrow_types(plan) %}
  {% set types = {} %}
  {% for column in plan.columns + plan.missing_columns if tablestore._stored_type(plan.format, column.type) != column.type %}
    {% do types.update({column.lower_name: column.type}) %}
  {% endfor %}
  {{ return(types) }}
{% endmacro %}
