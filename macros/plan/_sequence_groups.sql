{#
  The sequence groups of a partial-update model, see `_group_schema`. The other engines ignore sequence groups, as in
  Paimon.
#}
{% macro _sequence_groups(given, columns) %}
  {% set removing = given.options.partial_update_remove_record_on_sequence_group | map('lower') | list %}
  {% set groups, orders = [], [] %}
  {% for names, settings in given.fields.items() if settings.sequence_group %}
    {% do orders.extend(names.split(',')) %}
  {% endfor %}
  {% for names, settings in given.fields.items() if settings.sequence_group %}
    {% set sequence = names.split(',') %}
    {% do groups.append(tablestore._record('sequence group', tablestore._group_schema(), {
      'number': groups | length + 1,
      'sequence': tablestore._columns_named(columns, sequence),
      'members': settings.sequence_group | map('lower') | reject('in', orders) | list,
      'removes': sequence | select('in', removing) | list | length > 0,
    })) %}
  {% endfor %}
  {{ return(groups) }}
{% endmacro %}

{# The keys of a sequence group in a plan's `groups`. #}
{% macro _group_schema() %}
  {{ return({
    'number': {'type': 'integer', 'from': '_sequence_groups',
        'meaning': 'its number, which the columns of the merge carry in their names'},
    'sequence': {'type': 'list', 'from': 'sequence_group', 'meaning': 'the columns that order the group'},
    'members': {'type': 'list', 'from': 'sequence_group',
        'meaning': 'the names, in lower case, of the columns that it orders; none of them orders another group'},
    'removes': {'type': 'boolean', 'from': 'partial_update_remove_record_on_sequence_group',
        'meaning': 'whether a -D of the group removes the row'},
  }) }}
{% endmacro %}
