{#
  The formats of `cdc`: name -> a macro of (leaves, options) that returns a decoder, see `_decoder_schema`. They are
  named as in Flink and Paimon; the flattened form of Debezium has no name there.
#}
{% macro _cdc_formats() %}
  {{ return({
    'debezium-json': tablestore._debezium_json_cdc,
    'debezium-flat-json': tablestore._debezium_flat_json_cdc,
    'canal-json': tablestore._canal_json_cdc,
    'maxwell-json': tablestore._maxwell_json_cdc,
    'ogg-json': tablestore._ogg_json_cdc,
    'aws-dms-json': tablestore._aws_dms_json_cdc,
  }) }}
{% endmacro %}
