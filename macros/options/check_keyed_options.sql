{#
  Says what is wrong with options of keyed tables in a model that is none: fails for an incremental model, which would
  append or merge in another way, and warns for a table.
#}
{% macro check_keyed_options(node) %}
  {% set config, makes_keyed = node.config, ['primary_key', 'merge_engine', 'table_options'] %}
  {% set given = [] %}
  {% for name in makes_keyed + ['sequence_field', 'rowkind_field'] if config.get(name) %}
    {% do given.append("'" ~ name ~ "'") %}
  {% endfor %}
  {% if config.materialized == 'incremental' %}
    {% set problems = tablestore._config_misspellings(config, ['primary_key', 'merge_engine']) %}
    {% do problems.append('only keyed tables have ' ~ given | join(' and ') ~ ', and this model has no primary key: '
        ~ "write primary_key='...'") if given %}
    {% do tablestore.fail("model '" ~ node.name ~ "'", problems if given else []) %}
    {% do tablestore.warn("model '" ~ node.name ~ "': " ~ problems | join('; ')) if problems %}
  {% elif given %}
    {% do tablestore.warn("model '" ~ node.name ~ "': materialized='" ~ config.materialized ~ "' ignores "
        ~ given | join(' and ') ~ ": write materialized='incremental' for a keyed table") %}
  {% endif %}
{% endmacro %}
