{#
  Says what is wrong with options of keyed tables in a model that is none: fails for an incremental model, which would
  append or merge in another way, and warns for one of another materialization.
#}
{% macro check_keyed_options(node) %}
  {% set config, makes_keyed = node.config, ['primary_key', 'merge_engine', 'table_options'] %}
  {% set given = [] %}
  {% for name in makes_keyed + ['sequence_field', 'rowkind_field'] if config.get(name) %}
    {% do given.append("'" ~ name ~ "'") %}
  {% endfor %}
  {% if config.materialized == 'incremental' %}
    {% set problems = tablestore._config_misspellings(config, makes_keyed + ['sequence_field', 'rowkind_field']) %}
    {% do problems.append(given | join(' and ') ~ ' of a keyed table, and the model has no primary key: write '
        ~ "primary_key='...'") if given %}
    {% do tablestore.fail("model '" ~ node.name ~ "'", problems) %}
  {% elif given %}
    {% do tablestore.warn("model '" ~ node.name ~ "': " ~ given | join(' and ') ~ " without effect, because it has "
        ~ "materialized='" ~ config.materialized ~ "': a keyed table has materialized='incremental'") %}
  {% endif %}
{% endmacro %}
