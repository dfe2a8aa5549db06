{# The keys of a plan's `changelog`. #}
{% macro _changelog_schema() %}
  {{ return({
    'producer': {'type': 'text', 'meaning': 'input, lookup or full-compaction'},
    'table': {'type': 'text', 'meaning': 'the table of the changes'},
    'pending': {'type': 'text?', 'meaning': 'the table where changes wait for the next compaction; none when each commit writes its own'},
    'input': {'type': 'text?', 'meaning': "the table of the batch as it was given, for the producer 'input'"},
    'compared': {'type': 'list?', 'meaning': 'the columns that must differ for a row to count as changed; none when every row of the batch counts'},
    'commits': {'type': 'integer?', 'default': none, 'meaning': 'how many commits a compaction takes together'},
    'interval': {'type': 'text?', 'default': none, 'meaning': 'the time between compactions, as an interval literal'},
    'retained': {'type': 'text?', 'default': none, 'meaning': 'how long changes are kept, as an interval literal; none keeps them'},
  }) }}
{% endmacro %}
