{# The columns of a change: the row kind and those of the model. #}
{% macro _change_columns(plan) %}
  {{ return(tablestore._columns([{'name': '_row_kind', 'type': 'string'}]) + plan.columns) }}
{% endmacro %}
