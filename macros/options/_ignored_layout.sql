{#
  Configs that lay out tables of another kind, with the reason: a folder can have them for all of its models, and no row
  depends on them.

    known  {file_format, table_format}: the name of the format, and its record
#}
{% macro _ignored_layout(config, known) %}
  {% set ignored = {} %}
  {% if config.get('format_version') is not none and not known.table_format.version_property %}
    {% do ignored.update({'format_version': "it is an option of Iceberg, and file_format is '" ~ known.file_format
        ~ "'"}) %}
  {% endif %}
  {% if config.get('options') %}
    {% do ignored.update({'options': 'the table is created without OPTIONS: write tblproperties'}) %}
  {% endif %}
  {{ return(ignored) }}
{% endmacro %}
