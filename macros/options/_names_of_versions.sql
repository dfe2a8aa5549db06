{#
  The names of the columns of versions in a model: dbt's name -> its own. `dbt_is_deleted` is only there if deletes are
  versions, and those of the time of commits with `system_time`.
#}
{% macro _names_of_versions(options) %}
  {% set names = {} %}
  {% set records = options.hard_deletes == 'new_record' %}
  {% for name in tablestore._dbt_version_columns() if (records or name != 'dbt_is_deleted')
      and (options.system_time or not name.startswith('dbt_system')) %}
    {% do names.update({name: options.snapshot_meta_column_names.get(name) or name}) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}
