{#
  The names of the columns of versions in a model: dbt's name -> its own. `dbt_is_deleted` is only there if deletes are
  versions.
#}
{% macro _names_of_versions(options) %}
  {% set names = {} %}
  {% set records = options.hard_deletes == 'new_record' %}
  {% for name in tablestore._dbt_version_columns() if records or name != 'dbt_is_deleted' %}
    {% do names.update({name: options.snapshot_meta_column_names.get(name) or name}) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}
