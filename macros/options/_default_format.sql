{# The table format of models without `file_format`. `_config_of` repeats it: each run calls that, and this not. #}
{% macro _default_format() %}
  {{ return(target.get('file_format') or 'iceberg') }}
{% endmacro %}
