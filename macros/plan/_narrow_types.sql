{# The types of a plan that its format stores as wider ones, for the table's properties: name in lower case -> type. #}
{% macro _narrow_types(plan) %}
  {% set types = {} %}
  {% set wide = plan.table_format.stored_types %}
  {% for column in plan.columns + plan.missing_columns if wide and (column.type in wide or '<' in column.type)
      and tablestore._stored_type(plan.table_format, column.type) != column.type %}
    {% do types.update({column.lower_name: column.type}) %}
  {% endfor %}
  {{ return(types) }}
{% endmacro %}
