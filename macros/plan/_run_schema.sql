{# The keys of a plan that name what belongs to one commit of one run, see `_of_commit`. #}
{% macro _run_schema() %}
  {{ return({
    'commit_table': {'type': 'text', 'from': '_of_commit', 'meaning': 'the decided rows of the commit: a view in memory, or a table of the run'},
    'folded_view': {'type': 'text?', 'default': none, 'from': '_of_commit', 'meaning': 'the view of the folded batch in memory, quoted; none if it is in commit_table'},
    'kept_tables': {'type': 'list', 'default': [], 'from': '_of_commit', 'meaning': 'the tables of the run, which are dropped when the commit is published'},
    'is_small': {'type': 'boolean', 'default': false, 'from': '_with_deciding_merge', 'meaning': 'whether the files of the table are few and small, as far as Spark knows without reading them'},
    'merge_decides': {'type': 'mapping?', 'default': none, 'from': '_with_deciding_merge', 'meaning': '{rows_folded, rows_in_batch}, if the MERGE of the commit itself decides what happens to each key of the folded batch'},
    'branch': {'type': 'text?', 'default': none, 'from': '_of_commit', 'meaning': 'the branch of the table that the commit is written to, and that old rows are read from; none if the format has no branches'},
  }) }}
{% endmacro %}
