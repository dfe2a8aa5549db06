{#
  Says what is wrong with options of keyed tables in a model that is none, and with what it reads. An incremental model
  without another key and without a strategy would append every row: it fails. With them, it merges by another rule, and
  as a folder can have options for all of its models, it warns. A table or a view logs.
#}
{% macro check_keyed_options(node) %}
  {% set config = node.config %}
  {% do tablestore._assert_own_reader(node.name, node.compiled_code or '') %}
  {% set given = [] %}
  {% for name in tablestore._options_of_keyed_tables(config) %}
    {% do given.append("'" ~ name ~ "'") %}
  {% endfor %}
  {% if config.materialized != 'incremental' %}
    {% do log("model '" ~ node.name ~ "': materialized='" ~ config.materialized ~ "' ignores " ~ given | join(' and ')
        ~ ": write materialized='incremental' for a keyed table", info=true) if given %}
    {{ return(none) }}
  {% endif %}
  {% set appends = not (config.get('unique_key') or config.get('incremental_strategy')) %}
  {# a key without a column, with which a model can also undo that of its folder where it has another one #}
  {% do given.append("'primary_key'") if appends and config.get('primary_key') is not none
      and not config.get('primary_key') %}
  {% set problems, options = tablestore._config_misspellings(config, ['primary_key', 'merge_engine']),
      given | join(' and ') %}
  {% if given and appends %}
    {# an empty key stays: without it, the model would have that of its folder #}
    {% set removed = given | reject('equalto', "'primary_key'") | list %}
    {% do problems.append('only keyed tables have ' ~ options ~ ', and this model has neither a primary key nor a '
        ~ "unique_key: write primary_key='...', or "
        ~ ('remove ' ~ removed | join(' and ') ~ ' and ' if removed) ~ "write incremental_strategy='append' for a "
        ~ 'table to which every run appends its rows; put a setting of your own under meta') %}
    {% do tablestore.fail("model '" ~ node.name ~ "'", problems) %}
  {% elif given or problems %}
    {% do problems.append(options ~ " has no effect without a primary key: write primary_key='...' for a keyed table,"
        ~ ' or remove it') if given %}
    {% do tablestore.warn("model '" ~ node.name ~ "': " ~ problems | join('; ')) %}
  {% endif %}
{% endmacro %}
