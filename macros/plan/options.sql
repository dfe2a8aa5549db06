{#
  Every option of a keyed model, once: name -> Paimon's spelling, type, default and, for an enumeration, its values.
  The reader, the validator and the documentation take their names from here.
#}
{% macro options() %}
  {{ return({
    'primary_key':     {'paimon': 'primary-key', 'type': 'columns', 'default': []},
    'merge_engine':    {'paimon': 'merge-engine', 'type': 'enum', 'default': 'deduplicate',
                        'values': tablestore.engines().keys() | list},
    'sequence_field':  {'paimon': 'sequence.field', 'type': 'columns', 'default': []},
    'sequence_field_sort_order': {'paimon': 'sequence.field.sort-order', 'type': 'enum', 'default': 'ascending',
                        'values': ['ascending', 'descending']},
    'rowkind_field':   {'paimon': 'rowkind.field', 'type': 'column', 'default': none},
    'ignore_delete':   {'paimon': 'ignore-delete', 'type': 'boolean', 'default': false},
    'ignore_update_before': {'paimon': 'ignore-update-before', 'type': 'boolean', 'default': false},
  }) }}
{% endmacro %}
