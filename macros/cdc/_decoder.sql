{# How the messages of a format are read, see `_decoder_schema`. #}
{% macro _decoder(leaves, options) %}
  {{ return(tablestore._record('decoder', tablestore._decoder_schema(),
      tablestore._cdc_formats()[options.format](leaves, options))) }}
{% endmacro %}

{# How the messages of a format are read. `m` is the parsed message, a struct of `fields`. #}
{% macro _decoder_schema() %}
  {{ return({
    'fields': {'type': 'mapping', 'meaning': 'the fields of the message that are read: name -> type'},
    'wraps': {'type': 'boolean', 'default': false,
        'meaning': 'whether a message can be in the field `payload` of another, beside its schema'},
    'other_form': {'type': 'text?', 'default': none,
        'meaning': 'what to say of a text that is none of these messages, as SQL; it may be empty'},
    'op': {'type': 'text', 'meaning': 'the operation, as SQL'},
    'inserts': {'type': 'list', 'meaning': 'its values for a new row'},
    'updates': {'type': 'list', 'meaning': 'its values for a changed row'},
    'deletes': {'type': 'list', 'meaning': 'its values for a deleted row'},
    'truncates': {'type': 'list', 'default': [], 'meaning': 'its values for a table that lost all of its rows'},
    'others': {'type': 'list', 'default': [], 'meaning': 'its values for messages that are about no row'},
    'is_other': {'type': 'text?', 'default': none,
        'meaning': 'the condition that a message without an operation is about no row'},
    'rows': {'type': 'text?', 'default': none,
        'meaning': 'the array with the rows of a message, each of which is `r` at the position `n`; none if a message'
        ~ ' is about one row'},
    'after': {'type': 'text', 'meaning': 'the row after the change, as a struct of leaves'},
    'before': {'type': 'text?', 'default': none, 'meaning': 'the row before the change; none if no message has it'},
    'has_before': {'type': 'text?', 'default': none, 'meaning': 'the condition that there is a row before the change'},
    'deleted': {'type': 'text', 'meaning': 'the row that a delete removes'},
    'advice': {'type': 'text', 'default': '', 'meaning': 'how the source can send the row before a change'},
    'database': {'type': 'text', 'meaning': 'the database of the row'},
    'table': {'type': 'text', 'meaning': 'the table of the row'},
    'is_row': {'type': 'text?', 'default': none,
        'meaning': 'the condition that a message which names no table is about a row; none if these always name it'},
    'order': {'type': 'text', 'meaning': 'the position in the source, as text that sorts like the changes'},
    'is_ordered': {'type': 'list', 'default': [],
        'meaning': 'the conditions that a message has the position in the source that most have, and `order` reads'},
    'time': {'type': 'text', 'meaning': 'when the source has made the change, as a timestamp'},
    'positions': {'type': 'list', 'meaning': 'the JSON paths of which a message with a position has one'},
    'ties': {'type': 'text', 'default': '',
        'meaning': 'how changes without such a position are ordered, and what to do, if not as in most formats'},
    'is_direct': {'type': 'boolean', 'default': false,
        'meaning': 'whether messages can be parsed with the types of their columns, see `_direct_changes`'},
    'numbers': {'type': 'boolean', 'default': false,
        'meaning': 'whether dates, times and decimals can be numbers and bytes, as Debezium writes them'},
  }) }}
{% endmacro %}
