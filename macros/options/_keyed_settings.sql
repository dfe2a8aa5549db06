{#
  The settings of a keyed model, from which `merge_plan` makes its plan, with the TTL of its compiled plan or without.
#}
{% macro _keyed_settings(node, by_plan=true) %}
  {% set registry = tablestore.options() %}
  {% set given, config = tablestore._read_options(node, registry, by_plan), tablestore._settings_config(node) %}
  {% set problems = given.problems + tablestore._config_problems(node, config, registry) %}
  {% if node.config.get('incremental_strategy') == 'microbatch' %}
    {% do problems.extend(tablestore._microbatch_problems(given)) %}
  {% endif %}
  {{ return(tablestore._settings(node, config, dict(given, kind='keyed table', problems=problems))) }}
{% endmacro %}

{#
  Problems of the model's config that do not depend on its columns. dbt does not report configs that it does not know,
  so a name close to one of the options is an error. Other names belong to dbt, to its adapter or to the user.
#}
{% macro _config_problems(node, known, registry) %}
  {% set config, problems = node.config, [] %}
  {% set strategy = config.get('incremental_strategy') %}
  {% if strategy and strategy not in ['merge', 'microbatch'] %}
    {% do problems.append("incremental_strategy '" ~ strategy ~ "' cannot be combined with a primary key: remove it, "
        ~ "or remove primary_key and merge_engine; accepted are merge and microbatch") %}
  {% endif %}
  {% if config.get('unique_key') %}
    {% do problems.append("'unique_key' cannot be combined with the options of a keyed model: write primary_key"
        ~ " instead") %}
  {% endif %}
  {% for name in ['incremental_predicates', 'predicates'] if config.get(name) %}
    {% do problems.append("'" ~ name
        ~ "' has no effect on a keyed model, whose merge finds rows by their key: remove it") %}
  {% endfor %}
  {% for name in ['merge_update_columns', 'merge_exclude_columns'] if config.get(name) %}
    {% do problems.append("'" ~ name
        ~ "' has no effect on a keyed model, whose merge_engine decides which columns a row updates: remove it") %}
  {% endfor %}
  {% set modes = ['ignore', 'fail', 'append_new_columns', 'sync_all_columns'] %}
  {% if config.get('on_schema_change') is not none and config.get('on_schema_change') not in modes %}
    {% do problems.append("'on_schema_change' is '" ~ config.get('on_schema_change') ~ "'; accepted are "
        ~ modes | join(', ')
        ~ tablestore._near_names(config.get('on_schema_change'), modes)) %}
  {% endif %}
  {% do problems.extend(tablestore._layout_problems(config, known)) %}
  {% if not known.table_format %}
    {% do problems.append("file_format '" ~ known.file_format ~ "' cannot hold a keyed table; accepted are "
        ~ tablestore.formats().keys() | join(', ')) %}
  {% endif %}
  {% set accepted = registry.keys() | list + ['fields', 'table_options'] %}
  {% set others = tablestore._known_configs() %}
  {% for name in config if name not in accepted and name not in others and tablestore._near_names(name, accepted) %}
    {% do problems.append("config '" ~ name ~ "' is not an option" ~ tablestore._near_names(name, accepted)
        ~ " Put a setting of your own under meta") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Why a model cannot be built in batches of event time. dbt builds a batch again: the current batch in every run, those
  of `lookback`, and all that a backfill selects. So a function must give the same result when it gets the same rows
  twice.
#}
{% macro _microbatch_problems(given) %}
  {% set problems, repeated = [], ['sum', 'product', 'count', 'listagg', 'collect', 'nested_update'] %}
  {% set settings = dict(given.fields) %}
  {% set default = given.options.default_aggregate_function %}
  {% do settings.update({'default_aggregate_function': {'aggregate_function': default}}) if default %}
  {% for name, setting in settings.items() if setting.aggregate_function in repeated and not setting.distinct
      and not setting.nested_key %}
    {% do problems.append("'" ~ name ~ "' has the aggregate function " ~ setting.aggregate_function
        ~ ", which would count rows again: with "
        ~ "incremental_strategy 'microbatch', dbt builds a batch more than once. Remove the strategy, and select new"
            ~ " rows in the SELECT") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
