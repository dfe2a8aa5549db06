{#
  Says what is wrong with options of keyed tables in a model that is none. An incremental model without another key and
  without a strategy would append every row: it fails. With them, it merges by another rule, and as a folder can have
  options for all of its models, it warns. A table logs.
#}
{% macro check_keyed_options(node) %}
  {% set config, given = node.config, [] %}
  {% for name in ['primary_key', 'merge_engine', 'table_options', 'sequence_field', 'rowkind_field']
      if config.get(name) %}
    {% do given.append("'" ~ name ~ "'") %}
  {% endfor %}
  {% set options = given | join(' and ') %}
  {% if config.materialized != 'incremental' %}
    {% do log("model '" ~ node.name ~ "': materialized='" ~ config.materialized ~ "' ignores " ~ options
        ~ ": write materialized='incremental' for a keyed table", info=true) if given %}
    {{ return(none) }}
  {% endif %}
  {% set problems = tablestore._config_misspellings(config, ['primary_key', 'merge_engine']) %}
  {% if given and not (config.get('unique_key') or config.get('incremental_strategy')) %}
    {% do problems.append('only keyed tables have ' ~ options ~ ', and this model has neither a primary key nor a '
        ~ "unique_key: write primary_key='...'") %}
    {% do tablestore.fail("model '" ~ node.name ~ "'", problems) %}
  {% elif given or problems %}
    {% do problems.append(options ~ " has no effect without a primary key: write primary_key='...' for a keyed table,"
        ~ ' or remove it') if given %}
    {% do tablestore.warn("model '" ~ node.name ~ "': " ~ problems | join('; ')) %}
  {% endif %}
{% endmacro %}
