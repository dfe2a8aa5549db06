{# The settings of a model, see `_settings_schema`: what was `given` as options, and dbt's own `config`. #}
{% macro _settings(node, config, given) %}
  {{ return(tablestore._record('settings', tablestore._settings_schema(), dict(given, **{
    'model': node.name,
    'format': config.file_format,
    'table_format': config.table_format,
    'layout': tablestore._read_layout(node),
    'on_schema_change': config.on_schema_change,
    'contract': config.contract,
    'not_null_columns': config.not_null_columns,
    'grants': config.grants,
  }))) }}
{% endmacro %}

{# The keys of what a plan is made of besides columns: the config of a model, read and with its defaults. #}
{% macro _settings_schema() %}
  {{ return({
    'model': {'type': 'text', 'meaning': 'the name of the model'},
    'kind': {'type': 'text', 'meaning': 'what the model is built as, for errors'},
    'options': {'type': 'mapping', 'meaning': 'every option of `options` with its value'},
    'fields': {'type': 'mapping', 'meaning': 'options of single columns, by names in lower case'},
    'problems': {'type': 'list', 'meaning': 'what is wrong whatever the columns are, as sentences'},
    'ignored': {'type': 'mapping', 'meaning': 'options without effect, with the reason'},
    'ttl_source': {'type': 'text?', 'meaning': 'what set the state TTL'},
    'format': {'type': 'text', 'meaning': 'the table format, a name of `formats`'},
    'table_format': {'type': 'mapping', 'meaning': 'the record of that format, see `formats`; empty if there is none'},
    'layout': {'type': 'mapping', 'meaning': 'partitions, buckets, location, comment and properties of the table'},
    'on_schema_change': {'type': 'text?', 'meaning': "dbt's config of that name"},
    'contract': {'type': 'boolean', 'meaning': 'whether a contract is enforced'},
    'not_null_columns': {'type': 'list',
        'meaning': 'names, in lower case, that an enforced contract declares NOT NULL'},
    'grants': {'type': 'any?', 'meaning': "dbt's config of that name"},
    'signed_zeros': {'type': 'boolean', 'default': false,
        'meaning': 'whether 0.0 and -0.0 are two values, see `_signed_columns`'},
  }) }}
{% endmacro %}

{# How the table is laid out, from dbt-spark's configs. `location` is the folder that the table is in. #}
{% macro _read_layout(node) %}
  {{ return({
    'partition_by': tablestore._as_list(node.config.partition_by) if node.config.partition_by else [],
    'clustered_by': tablestore._as_list(node.config.clustered_by) if node.config.clustered_by else [],
    'buckets': node.config.buckets,
    'location': node.config.location_root,
    'comment': node.description if (node.config.persist_docs or {}).get('relation') else none,
    'properties': node.config.tblproperties or {},
  }) }}
{% endmacro %}

{# Those of dbt's own configs that `_settings` needs, with the record of the format. #}
{% macro _settings_config(node) %}
  {% set config = tablestore._model_config(node) %}
  {{ return(dict(config, table_format=tablestore._format(config.file_format))) }}
{% endmacro %}
