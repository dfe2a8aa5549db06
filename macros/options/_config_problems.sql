{#
  Problems of the model's config that do not depend on its columns. dbt does not report configs that it does not know, so a
  name close to one of the options is an error. Other names belong to dbt, to its adapter or to the user.
#}
{% macro _config_problems(node) %}
  {% set config, problems, format = node.config, [], tablestore._model_config(node).file_format %}
  {% set strategy = config.get('incremental_strategy') %}
  {% if strategy and strategy not in ['merge', 'microbatch'] %}
    {% do problems.append("incremental_strategy '" ~ strategy ~ "' cannot be combined with a primary key: remove it, "
        ~ "or remove primary_key and merge_engine; accepted are merge and microbatch") %}
  {% endif %}
  {% if config.get('unique_key') %}
    {% do problems.append("'unique_key' cannot be combined with the options of a keyed model: write primary_key instead") %}
  {% endif %}
  {% for name in ['incremental_predicates', 'predicates'] if config.get(name) %}
    {% do problems.append("'" ~ name ~ "' has no effect on a keyed model, whose merge finds rows by their key: remove it") %}
  {% endfor %}
  {% for name in ['merge_update_columns', 'merge_exclude_columns'] if config.get(name) %}
    {% do problems.append("'" ~ name ~ "' has no effect on a keyed model, whose merge_engine decides which columns a row updates: remove it") %}
  {% endfor %}
  {% set modes = ['ignore', 'fail', 'append_new_columns', 'sync_all_columns'] %}
  {% if config.get('on_schema_change') is not none and config.get('on_schema_change') not in modes %}
    {% do problems.append("'on_schema_change' is '" ~ config.get('on_schema_change') ~ "'; accepted are " ~ modes | join(', ')
        ~ tablestore._near_names(config.get('on_schema_change'), modes)) %}
  {% endif %}
  {% do problems.extend(tablestore._layout_problems(config, format)) %}
  {% if format is not string or format not in tablestore.formats() %}
    {% do problems.append("file_format '" ~ format ~ "' cannot hold a keyed table; accepted are "
        ~ tablestore.formats().keys() | join(', ')) %}
  {% endif %}
  {% set accepted = tablestore.options().keys() | list + ['fields', 'table_options'] %}
  {% for name in config if name not in accepted + tablestore._known_configs() and tablestore._near_names(name, accepted) %}
    {% do problems.append("config '" ~ name ~ "' is not an option" ~ tablestore._near_names(name, accepted)
        ~ " Put a setting of your own under meta") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
