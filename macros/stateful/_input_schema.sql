{# What a stateful operator knows about a table that it reads. #}
{% macro _input_schema() %}
  {{ return({
    'relation': {'type': 'any', 'meaning': 'the table'},
    'name': {'type': 'text', 'meaning': 'left, right or input: how the names of its parts of the query begin'},
    'rows_name': {'type': 'text', 'meaning': 'how its rows are called in the query'},
    'argument': {'type': 'text', 'meaning': 'the argument that names the operator key'},
    'operator_key': {'type': 'list', 'meaning': 'the columns that the operator groups or joins by'},
    'normalized': {'type': 'boolean', 'default': false, 'meaning': "whether the operator key is the table's own key"},
    'rows': {'type': 'any', 'meaning': 'all of its rows, as they stand after FROM'},
    'columns': {'type': 'list', 'default': [], 'meaning': 'its columns, quoted'},
    'primary_key': {'type': 'list', 'default': [], 'meaning': 'its primary key, quoted'},
    'upstream': {'type': 'mapping', 'default': {}, 'meaning': 'where its changes are, see `_upstream_schema`; empty for a table that cannot be read yet'},
    'after': {'type': 'integer?', 'default': none, 'meaning': 'up to which commit they have been read; none when nothing has'},
    'annotation': {'type': 'text', 'default': '', 'meaning': 'the annotation that tells the run what is read'},
    'ttl': {'type': 'integer', 'default': 0, 'meaning': 'how long the operator remembers its rows, in milliseconds, 0 for ever'},
  }) }}
{% endmacro %}
