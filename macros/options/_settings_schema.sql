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
    'layout': {'type': 'mapping', 'meaning': 'partitions, buckets, location, comment and properties of the table'},
    'on_schema_change': {'type': 'text?', 'meaning': "dbt's config of that name"},
    'contract': {'type': 'boolean', 'meaning': 'whether a contract is enforced'},
    'not_null_columns': {'type': 'list', 'meaning': 'names, in lower case, that an enforced contract declares NOT NULL'},
  }) }}
{% endmacro %}
