{#
  Of the model that is compiled, {primary_key, relation, table}: the columns of its key, the table that has its rows so
  far unless this run replaces it, and its table; [] and none if it is no keyed model.
#}
{% macro _compiled_keys() %}
  {% if model is not defined or not tablestore.is_keyed(model) %}
    {{ return({'primary_key': [], 'relation': none, 'table': none}) }}
  {% endif %}
  {% set key = tablestore._read_options(model).options.primary_key %}
  {% set table = tablestore._model_relation(model) %}
  {{ return({'primary_key': tablestore._as_list(key), 'table': table,
      'relation': none if tablestore._config_of(model).full_refresh else table}) }}
{% endmacro %}
