{#
  Those of dbt's own configs that a keyed table depends on. Only this room reads the configuration of models.
#}
{% macro _model_config(node) %}
  {% set config = node.config %}
  {{ return({
    'materialized': config.materialized,
    'file_format': config.file_format or target.get('file_format') or 'iceberg',
    'full_refresh': flags.FULL_REFRESH if config.get('full_refresh') is none else config.full_refresh,
    'on_schema_change': config.on_schema_change,
    'contract': (config.contract or {}).get('enforced', false),
    'not_null_columns': tablestore._not_null_columns(node) if (config.contract or {}).get('enforced') else [],
    'compiled_plan': config.compiled_plan,
    'grants': config.get('grants'),
    'merge_tests': (config.meta or {}).get('merge_tests', []),
  }) }}
{% endmacro %}

{# The columns, in lower case, that an enforced contract declares NOT NULL. #}
{% macro _not_null_columns(node) %}
  {% set names = [] %}
  {% for column in node.columns.values() if 'not_null' in column.constraints | map(attribute='type') | list %}
    {% do names.append(column.name | lower) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}
