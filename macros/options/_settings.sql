{# The settings of a model, see `_settings_schema`: what was `given` as options, and dbt's own configs. #}
{% macro _settings(node, given) %}
  {% set config = tablestore._model_config(node) %}
  {{ return(tablestore._record('settings', tablestore._settings_schema(), dict(given, **{
    'model': node.name,
    'format': config.file_format,
    'layout': tablestore._read_layout(node),
    'on_schema_change': config.on_schema_change,
    'contract': config.contract,
    'not_null_columns': config.not_null_columns,
  }))) }}
{% endmacro %}
