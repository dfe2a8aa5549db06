{# What a stateful operator says about itself. #}
{% macro _operator_schema() %}
  {{ return({
    'render': {'type': 'macro', 'meaning': 'the query of the operator, of (tables, parameters, version): with a version column, rows of different versions stay apart'},
    'parameters': {'type': 'mapping', 'meaning': 'what `render` needs to know'},
    'expiry': {'type': 'text', 'meaning': 'how its state ages: window, gap or first, see `_live_state`'},
    'identity': {'type': 'list', 'meaning': 'the columns, quoted, that tell the rows of the result apart'},
    'hidden': {'type': 'list', 'default': [], 'meaning': 'those of them that are not in the result'},
    'normalized': {'type': 'boolean', 'default': false, 'meaning': 'whether the changes themselves are the result'},
  }) }}
{% endmacro %}
