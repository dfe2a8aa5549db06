{#
  The sequence groups of a partial-update model; the other engines ignore them, as in Paimon.

    sequence  the columns that order the group
    members   the keys of the columns in it
    removes   whether a -D that is not older than the group removes the row
    retracts  the name of the flag that a batch has for the group: whether one of its rows takes values back
#}
{% macro _sequence_groups(given, columns) %}
  {% set removing = given.options.partial_update_remove_record_on_sequence_group | map('lower') | list %}
  {% set groups = [] %}
  {% for names, settings in given.fields.items() if settings.sequence_group and given.options.merge_engine == 'partial-update' %}
    {% set sequence = names.split(',') %}
    {% do groups.append({
      'sequence': tablestore._columns_named(columns, sequence),
      'members': settings.sequence_group | map('lower') | list,
      'removes': sequence | select('in', removing) | list | length > 0,
      'retracts': '_retracts_' ~ (groups | length + 1),
    }) %}
  {% endfor %}
  {{ return(groups) }}
{% endmacro %}
