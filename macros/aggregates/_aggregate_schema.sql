{#
  What an aggregate function says about one column: SQL templates over {acc}, the value so far, and {value}, the value that
  comes. A function returns `types`, `add` and what differs from the defaults; `_complete_aggregate` fills in the rest.
#}
{% macro _aggregate_schema() %}
  {{ return({
    'name': {'type': 'text', 'meaning': 'the name of the function'},
    'types': {'type': 'list', 'default': [], 'meaning': 'the groups of types it takes, see `_is_type_of`; empty for any type'},
    'add': {'type': 'text', 'meaning': 'a value comes; {init} is whether one came before'},
    'reversed': {'type': 'text', 'meaning': 'a value comes that is older than the value so far; by default `add` with the sides swapped'},
    'retract': {'type': 'text?', 'default': none, 'meaning': 'a value is taken back; none when it cannot be'},
    'retract_reversed': {'type': 'text?', 'default': none, 'meaning': 'an older value is taken back; none when that is the same'},
    'starts': {'type': 'text?', 'default': none, 'meaning': 'after which value {init} is true; none where null alone tells'},
    'starts_reversed': {'type': 'text?', 'default': none, 'meaning': 'the same after an older value'},
    'hash': {'type': 'text?', 'default': none, 'meaning': "all rows of a key at once, as an aggregate of Spark's over {value} and {order} for the rows {where} leaves; none when only one row after the other will do"},
    'hash_both': {'type': 'text?', 'default': none, 'meaning': '`hash` when some of the rows are {retract}'},
    'skips_null': {'type': 'boolean', 'default': false, 'meaning': 'whether `hash` must not see nulls'},
    'raw': {'type': 'text', 'default': '{value}', 'meaning': "what is first made of the column's value"},
    'in_group': {'type': 'boolean', 'default': false, 'meaning': 'whether `hash` can be ordered by a sequence group'},
    'commutes': {'type': 'boolean', 'default': false, 'meaning': 'whether the order of the values never matters'},
    'signed': {'type': 'boolean', 'default': false, 'meaning': 'whether the fold has already subtracted retracted values'},
    'folded_type': {'type': 'text', 'meaning': 'the type of a folded value, which may be wider than the column'},
    'needs_row': {'type': 'boolean', 'default': false, 'meaning': 'whether a value alone differs from adding it to nothing'},
    'checked': {'type': 'boolean', 'default': false, 'meaning': 'whether the result may not fit the column, which ends the run'},
    'ignores_retract': {'type': 'boolean', 'meaning': 'whether retractions are ignored'},
    'keeps_lone': {'type': 'boolean', 'default': false, 'meaning': 'whether a row that is alone in its batch keeps its own value'},
  }) }}
{% endmacro %}
