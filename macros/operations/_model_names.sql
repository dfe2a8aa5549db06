{# Names given as a list, or as text separated by spaces or commas. #}
{% macro _model_names(select) %}
  {{ return(select.replace(',', ' ').split() if select is string else tablestore._as_list(select)) }}
{% endmacro %}
