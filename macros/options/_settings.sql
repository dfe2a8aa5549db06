{#
  The settings of a keyed model, from which `merge_plan` makes its plan, with the TTL of its compiled plan or without.
  `warns` is false where the same run reads them again.
#}
{% macro _keyed_settings(node, by_plan=true, warns=true) %}
  {% set registry = tablestore.options() %}
  {% set given, config = tablestore._read_options(node, registry, by_plan), tablestore._settings_config(node) %}
  {% set problems = given.problems + tablestore._config_problems(node, config, registry, given.ignored) %}
  {% if node.config.get('incremental_strategy') == 'microbatch' %}
    {% do problems.extend(tablestore._microbatch_problems(given)) %}
  {% endif %}
  {% set ttl = var('tablestore_state_ttl', none) if given.ttl_source == 'tablestore_state_ttl'
      else node.config.get('state_ttl') %}
  {% set durations = {given.ttl_source: ttl} if given.ttl_source != 'plan' else {} %}
  {% set pasted = node.config.get('table_options') %}
  {% for name, option in registry.items() if option.type in ['duration', 'ttl'] %}
    {% do durations.update({name: node.config.get(name)}) if name != 'state_ttl' %}
    {% do durations.update({"table_options['" ~ option.paimon ~ "']": pasted.get(option.paimon)})
        if pasted is mapping %}
  {% endfor %}
  {% set maintenance = node.config.get('maintenance') %}
  {% do durations.update({'maintenance.keep_history': maintenance.get('keep_history')}) if maintenance is mapping %}
  {% for label, value in durations.items() if warns and (value | string).isdigit() %}
    {% do tablestore._warn_without_unit(node, label, value) %}
  {% endfor %}
  {{ return(tablestore._settings(node, config, dict(given, kind='keyed table', problems=problems))) }}
{% endmacro %}

{#
  Why a model cannot be built in batches of event time. dbt builds a batch again: the current batch in every run, those
  of `lookback`, and all that a backfill selects. So a function must give the same result when it gets the same rows
  twice, and a changelog must not have the rows themselves.
#}
{% macro _microbatch_problems(given) %}
  {% set problems = [] %}
  {% if given.options.input == 'full' %}
    {% do problems.append("input='full' needs all rows of the table, and incremental_strategy 'microbatch' selects"
        ~ " those of a batch: remove one of the two; if a folder sets the strategy, write"
        ~ " incremental_strategy='merge'") %}
  {% endif %}
  {% for name, function in tablestore._added_again(given).items() %}
    {% do problems.append("'" ~ name ~ "' has the aggregate function " ~ function
        ~ ", which would count rows again: with "
        ~ "incremental_strategy 'microbatch', dbt builds a batch more than once. Remove the strategy, or write"
        ~ " incremental_strategy='merge' if a folder sets it, and select new rows in the SELECT") %}
  {% endfor %}
  {% if given.options.changelog_producer == 'input' %}
    {% do problems.append("changelog_producer='input' would have rows again: with incremental_strategy 'microbatch',"
        ~ " dbt builds a batch more than once. Write changelog_producer='lookup', which has what a batch changes") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# The settings of a model, see `_settings_schema`: what was `given` as options, and dbt's own `config`. #}
{% macro _settings(node, config, given) %}
  {{ return(tablestore._record('settings', tablestore._settings_schema(), dict(given, **{
    'model': node.name if node.get('version') is none else node.name ~ '.v' ~ node.version,
    'format': config.file_format,
    'table_format': config.table_format,
    'layout': {
      'partition_by': tablestore._as_list(node.config.partition_by) if node.config.partition_by else [],
      'clustered_by': tablestore._as_list(node.config.clustered_by) if node.config.clustered_by else [],
      'buckets': node.config.buckets,
      'location': node.config.location_root,
      'comment': node.description if (node.config.persist_docs or {}).get('relation') else none,
      'properties': node.config.tblproperties or {},
    },
    'on_schema_change': config.on_schema_change,
    'contract': config.contract,
    'not_null_columns': config.not_null_columns,
    'grants': config.grants,
    'sql_header': config.sql_header,
  }))) }}
{% endmacro %}

{# The keys of what a plan is made of besides columns: the config of a model, read and with its defaults. #}
{% macro _settings_schema() %}
  {{ return({
    'model': {'type': 'text', 'meaning': 'the name of the model, see `versioned_name`'},
    'kind': {'type': 'text', 'meaning': 'what the model is built as, for errors'},
    'options': {'type': 'mapping', 'meaning': 'every option of `options` with its value'},
    'fields': {'type': 'mapping', 'meaning': 'options of single columns, by names in lower case'},
    'problems': {'type': 'list', 'meaning': 'what is wrong whatever the columns are, as sentences'},
    'ignored': {'type': 'mapping', 'meaning': 'options without effect, with the reason'},
    'ttl_source': {'type': 'text?', 'meaning': 'what set the state TTL'},
    'format': {'type': 'text', 'meaning': 'the table format, a name of `formats`'},
    'table_format': {'type': 'mapping', 'meaning': 'the record of that format, see `formats`; empty if there is none'},
    'layout': {'type': 'mapping',
        'meaning': "how dbt-spark's configs lay out the table: partitions, buckets, location (the folder"
        ~ ' that it is in), comment and properties'},
    'on_schema_change': {'type': 'text?', 'meaning': "dbt's config of that name"},
    'contract': {'type': 'boolean', 'meaning': 'whether a contract is enforced'},
    'not_null_columns': {'type': 'list',
        'meaning': 'names, in lower case, that an enforced contract declares NOT NULL'},
    'grants': {'type': 'any?', 'meaning': "dbt's config of that name"},
    'sql_header': {'type': 'text?', 'meaning': "dbt's config of that name"},
    'signed_zeros': {'type': 'boolean', 'default': false,
        'meaning': 'whether 0.0 and -0.0 are two values, see `_signed_columns`'},
    'arrival': {'type': 'text', 'default': 'given',
        'meaning': 'how the changes of a batch arrive, see `_batch_arrival`'},
  }) }}
{% endmacro %}

{# Those of dbt's own configs that `_settings` needs, with the record of the format. #}
{% macro _settings_config(node) %}
  {% set config = tablestore._config_of(node) %}
  {{ return(dict(config, table_format=tablestore._format(config.file_format))) }}
{% endmacro %}
