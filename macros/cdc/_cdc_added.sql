{# What the changes have besides the columns of their table, for `time_column` with the time of the change. #}
{% macro _cdc_added(options, alias='') %}
  {% set added = [alias ~ '_row_kind', alias ~ '_cdc_order'] %}
  {{ return(added + ([alias ~ tablestore._quote(options.time_column)] if options.time_column else [])) }}
{% endmacro %}
