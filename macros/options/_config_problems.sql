{#
  Problems of the model's config that do not depend on its columns. dbt does not report configs that it does not know, so a
  name close to one of the options is an error. Other names belong to dbt, to its adapter or to the user.
#}
{% macro _config_problems(node, format) %}
  {% set config, problems = node.config, [] %}
  {% set strategy = config.get('incremental_strategy') %}
  {% if strategy and strategy != 'merge' %}
    {% do problems.append("incremental_strategy '" ~ strategy ~ "' cannot be combined with a primary key: remove it, "
        ~ "or remove primary_key and merge_engine") %}
  {% endif %}
  {% if config.get('unique_key') %}
    {% do problems.append("'unique_key' cannot be combined with the options of a keyed model: write primary_key instead") %}
  {% endif %}
  {% if format not in tablestore.formats() %}
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
