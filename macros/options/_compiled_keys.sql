{#
  Of the model that is compiled, {primary_key, relation, table, versions}: the columns of its key, the table that has
  its rows so far unless this run replaces it, its table, and how to find the current version of a key in it, see
  `_compiled_versions`; [] and none if it is no keyed model.
#}
{% macro _compiled_keys() %}
  {% if model is not defined or not tablestore.is_keyed(model) %}
    {{ return({'primary_key': [], 'relation': none, 'table': none, 'versions': none}) }}
  {% endif %}
  {% set options, table = tablestore._read_options(model).options, tablestore._model_relation(model) %}
  {{ return({'primary_key': tablestore._as_list(options.primary_key), 'table': table,
      'relation': none if tablestore._config_of(model).full_refresh else table,
      'versions': tablestore._compiled_versions(options) if options.scd_type == '2' else none}) }}
{% endmacro %}

{#
  The columns of a history that say which version is the current one, {valid_to, system_to, is_deleted}, none for those
  that it does not have, and in `open_until` the end of an open version as SQL, none for null.
#}
{% macro _compiled_versions(options) %}
  {% set names = tablestore._names_of_versions(options) %}
  {{ return({'valid_to': names.dbt_valid_to, 'system_to': names.get('dbt_system_to'),
      'is_deleted': names.get('dbt_is_deleted'), 'open_until': options.dbt_valid_to_current}) }}
{% endmacro %}
