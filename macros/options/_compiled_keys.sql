{#
  Of the model that is compiled, {primary_key, engine, sequence, keeps_null_keys, added_again, relation, table,
  versions, is_unit_test}: the columns of its key, its merge engine, the columns of its sequence in lower case, but for
  those after `_cdc_order`, whether keys can be null, the columns in which a row that comes again counts again, the
  table that has its rows so far unless this run replaces it, its table, and how to find the current version of a key in
  it, see `_compiled_versions`; empty lists and none if it is no keyed model; and whether a unit test is compiled
  instead.
#}
{% macro _compiled_keys() %}
  {% set is_unit_test = model is defined and model.resource_type == 'unit_test' %}
  {% if model is not defined or not tablestore.is_keyed(model) %}
    {{ return({'is_unit_test': is_unit_test, 'primary_key': [], 'engine': none, 'sequence': [],
        'keeps_null_keys': false, 'added_again': [], 'relation': none, 'table': none, 'versions': none}) }}
  {% endif %}
  {% set given, table = tablestore._read_options(model), tablestore._model_relation(model) %}
  {% set options = given.options %}
  {% set sequence = tablestore._as_list(options.sequence_field) | map('lower') | list %}
  {{ return({'is_unit_test': is_unit_test, 'primary_key': tablestore._as_list(options.primary_key), 'table': table,
      'engine': options.merge_engine, 'keeps_null_keys': options.null_key == 'keep',
      'added_again': tablestore._added_again(given).keys() | list,
      'sequence': sequence[:sequence.index('_cdc_order')] if '_cdc_order' in sequence else sequence,
      'relation': none if tablestore._is_rebuilt(model) else table,
      'versions': tablestore._compiled_versions(options) if options.scd_type == '2' else none}) }}
{% endmacro %}

{#
  The columns of a history that say which version is the current one, {valid_to, system_to, is_deleted}, none for those
  that it does not have; in `valid_from` the one with the begin of a version, and in `at`, in lower case, the one of the
  query that it is taken from, none with sequence groups; in `open_until` the end of an open version as SQL, none for
  null; and in `added` the columns that its query does not have, in lower case.
#}
{% macro _compiled_versions(options) %}
  {% set names = tablestore._names_of_versions(options) %}
  {{ return({'valid_from': names.dbt_valid_from,
      'at': tablestore._as_list(options.sequence_field) | map('lower') | first | default(none),
      'valid_to': names.dbt_valid_to, 'system_to': names.get('dbt_system_to'),
      'is_deleted': names.get('dbt_is_deleted'), 'open_until': options.dbt_valid_to_current,
      'added': names.values() | map('lower') | list + ['_events']}) }}
{% endmacro %}
