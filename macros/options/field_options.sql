{# The options of a single column, or of the fields that order a sequence group: name -> Paimon's spelling and type. #}
{% macro field_options() %}
  {{ return({
    'aggregate_function': {'paimon': 'aggregate-function', 'type': 'enum', 'default': none,
                           'values': tablestore.aggregates().keys() | list},
    'ignore_retract':     {'paimon': 'ignore-retract', 'type': 'boolean', 'default': false},
    'distinct':           {'paimon': 'distinct', 'type': 'boolean', 'default': false},
    'list_agg_delimiter': {'paimon': 'list-agg-delimiter', 'type': 'text', 'default': none},
    'nested_key':         {'paimon': 'nested-key', 'type': 'columns', 'default': []},
    'count_limit':        {'paimon': 'count-limit', 'type': 'count', 'default': none},
    'sequence_group':     {'paimon': 'sequence-group', 'type': 'columns', 'default': []},
  }) }}
{% endmacro %}
