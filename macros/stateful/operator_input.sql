{# An input of a stateful operator, see `_input_schema`. #}
{% macro operator_input(values) %}
  {{ return(tablestore._record('input', tablestore._input_schema(), values)) }}
{% endmacro %}

{# The keys of an input of a stateful operator. #}
{% macro _input_schema() %}
  {{ return({
    'relation': {'type': 'any', 'meaning': 'the table'},
    'name': {'type': 'text', 'meaning': 'left, right or input: the prefix of its common table expressions'},
    'rows_name': {'type': 'text', 'meaning': 'the name of its rows in the query'},
    'argument': {'type': 'text', 'meaning': 'the argument that names the operator key'},
    'operator_key': {'type': 'list', 'meaning': 'the columns by which the operator groups or joins'},
    'normalized': {'type': 'boolean', 'default': false, 'meaning': "whether the operator key is the table's own key"},
    'rows': {'type': 'any', 'meaning': 'all of its rows, expired or not, as they follow FROM'},
    'columns': {'type': 'list', 'default': [], 'meaning': 'its columns, quoted'},
    'primary_key': {'type': 'list', 'default': [], 'meaning': 'its primary key, quoted'},
    'upstream': {'type': 'mapping', 'default': {},
      'meaning': 'where its changes are, see `_upstream_schema`; empty for a table that does not exist yet'},
    'after': {'type': 'integer?', 'default': none,
      'meaning': 'up to which commit its changes have been read; none if nothing has been read'},
    'annotation': {'type': 'text', 'default': '', 'meaning': 'the annotation with the range of changes that is read'},
    'ttl': {'type': 'integer', 'default': 0,
      'meaning': 'how long the operator keeps its rows in milliseconds, 0 for no limit'},
  }) }}
{% endmacro %}
