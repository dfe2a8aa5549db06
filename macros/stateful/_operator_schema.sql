{# The keys of a stateful operator. #}
{% macro _operator_schema() %}
  {{ return({
    'render': {'type': 'macro', 'meaning': 'a macro of (tables, parameters, version): the query of the operator; with a version column, rows of different versions stay apart'},
    'parameters': {'type': 'mapping', 'meaning': 'the parameters of `render`'},
    'expiry': {'type': 'text', 'meaning': 'how its state expires: window, gap or first, see `_stepped_inputs`'},
    'identity': {'type': 'list', 'meaning': 'the columns, quoted, that identify a row of the result'},
    'hidden': {'type': 'list', 'default': [], 'meaning': 'those of them that are not in the result'},
    'normalized': {'type': 'boolean', 'default': false, 'meaning': 'whether the changes themselves are the result'},
  }) }}
{% endmacro %}
