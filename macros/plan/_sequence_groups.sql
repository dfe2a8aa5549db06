{#
  The sequence groups of a partial-update model, see `_group_schema`. The other engines ignore sequence groups, as in Paimon.
#}
{% macro _sequence_groups(given, columns) %}
  {% set removing = given.options.partial_update_remove_record_on_sequence_group | map('lower') | list %}
  {% set groups = [] %}
  {% for names, settings in given.fields.items() if settings.sequence_group and given.options.merge_engine == 'partial-update' %}
    {% set sequence = names.split(',') %}
    {% do groups.append(tablestore._record('sequence group', tablestore._group_schema(), {
      'number': groups | length + 1,
      'sequence': tablestore._columns_named(columns, sequence),
      'members': settings.sequence_group | map('lower') | list,
      'removes': sequence | select('in', removing) | list | length > 0,
    })) %}
  {% endfor %}
  {{ return(groups) }}
{% endmacro %}
