{# The keys of a plan's `changelog`. #}
{% macro _changelog_schema() %}
  {{ return({
    'producer': {'type': 'text', 'from': 'changelog_producer', 'meaning': 'input, lookup or full-compaction'},
    'table': {'type': 'text', 'from': '_new_changelog', 'meaning': 'the table with the changes'},
    'pending_table': {'type': 'text?', 'from': '_new_changelog', 'meaning': 'the table where changes wait for the next compaction; none when each commit writes its own'},
    'columns': {'type': 'list?', 'default': none, 'from': '_sync_changelog', 'meaning': 'the names of its columns in their order, quoted; none for a new one'},
    'input_table': {'type': 'text?', 'from': '_new_changelog', 'meaning': "the table with the batch as it was given, for the producer 'input'"},
    'ignored': {'type': 'list?', 'from': '_plan_changelog', 'meaning': 'the names, in lower case, of columns in which a row need not differ; none when every row of the batch is in the changelog'},
    'commits': {'type': 'integer?', 'default': none, 'from': 'full_compaction_delta_commits', 'meaning': 'how many commits are compacted together'},
    'interval': {'type': 'text?', 'default': none, 'from': 'changelog_producer_compaction_interval', 'meaning': 'the time between compactions, as an interval literal'},
    'retained': {'type': 'text?', 'default': none, 'from': 'changelog_time_retained', 'meaning': 'how long changes are kept, as an interval literal; none for ever'},
  }) }}
{% endmacro %}
