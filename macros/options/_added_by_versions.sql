{#
  The columns that `scd_type: 2` adds to those of the SELECT, `query`, without `_events`. Times of validity have the
  type of the first column of `sequence_field`.
#}
{% macro _added_by_versions(options, query) %}
  {% set at = tablestore._columns_named(query, options.sequence_field[:1] | map('lower') | list) | first %}
  {% set names, added = tablestore._names_of_versions(options), [] %}
  {% for name in names %}
    {% set type = 'timestamp' if name.startswith('dbt_system') or not at else at.type %}
    {% do added.append({'name': names[name],
        'type': 'string' if name in ['dbt_scd_id', 'dbt_is_deleted'] else type}) %}
  {% endfor %}
  {{ return(tablestore._columns(added)) }}
{% endmacro %}
