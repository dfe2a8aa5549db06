{#
  The options of a config that only keyed tables have, but for values that say what is so without them. Others
  say how tables are laid out and maintained, which a folder can say for all of its models, or are those of snapshots.
#}
{% macro _options_of_keyed_tables(config) %}
  {% set found, registry = [], tablestore.options() %}
  {% set of_others = ['cluster_by', 'maintenance', 'format_version', 'compiled_plan', 'state_ttl',
      'changelog_time_retained', 'hard_deletes', 'dbt_valid_to_current', 'snapshot_meta_column_names'] %}
  {% for name in ['primary_key', 'merge_engine', 'table_options', 'sequence_field', 'rowkind_field', 'fields']
      + registry.keys() | list if name not in of_others and config.get(name) and name not in found %}
    {% do found.append(name) if name in ['merge_engine', 'table_options', 'fields']
        or config.get(name) | string | lower != registry[name].default | string | lower %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
