{#
  The sequence groups of a model: [{sequence, members, removes, retracts}], the sequence as columns, the members as
  keys of columns. Only partial-update has them; the other engines do not look at them, as in Paimon.
#}
{% macro _groups(given, columns) %}
  {% set removing = given.options.partial_update_remove_record_on_sequence_group | map('lower') | list %}
  {% set groups = [] %}
  {% for names, settings in given.fields.items() if settings.sequence_group and given.options.merge_engine == 'partial-update' %}
    {% set sequence = names.split(',') %}
    {% do groups.append({
      'sequence': tablestore._pick(columns, sequence),
      'members': settings.sequence_group | map('lower') | list,
      'removes': sequence | select('in', removing) | list | length > 0,
      'retracts': '_retracts_' ~ (groups | length + 1),
    }) %}
  {% endfor %}
  {{ return(groups) }}
{% endmacro %}
