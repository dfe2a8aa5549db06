{# The keys of a sequence group in a plan's `groups`. #}
{% macro _group_schema() %}
  {{ return({
    'number': {'type': 'integer', 'from': '_sequence_groups', 'meaning': 'its number, which the columns of the merge carry in their names'},
    'sequence': {'type': 'list', 'from': 'sequence_group', 'meaning': 'the columns that order the group'},
    'members': {'type': 'list', 'from': 'sequence_group', 'meaning': 'the names, in lower case, of the columns that it orders'},
    'removes': {'type': 'boolean', 'from': 'partial_update_remove_record_on_sequence_group', 'meaning': 'whether a -D of the group removes the row'},
  }) }}
{% endmacro %}
