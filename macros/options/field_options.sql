{#
  The options of a single column, or of the fields that order a sequence group: name -> Paimon's spelling and type, and
  the aggregate functions that use it.
#}
{% macro field_options() %}
  {{ return({
    'aggregate_function': {'paimon': 'aggregate-function', 'type': 'enum', 'default': none,
                           'values': tablestore.aggregates().keys() | list},
    'ignore_retract':     {'paimon': 'ignore-retract', 'type': 'boolean', 'default': false},
    'distinct':           {'paimon': 'distinct', 'type': 'boolean', 'default': false,
        'functions': ['collect', 'listagg']},
    'list_agg_delimiter': {'paimon': 'list-agg-delimiter', 'type': 'text', 'default': none, 'functions': ['listagg']},
    'nested_key':         {'paimon': 'nested-key', 'type': 'columns', 'default': [], 'functions': ['nested_update']},
    'count_limit':        {'paimon': 'count-limit', 'type': 'count', 'default': none, 'functions': ['nested_update']},
    'sequence_group':     {'paimon': 'sequence-group', 'type': 'columns', 'default': []},
  }) }}
{% endmacro %}
