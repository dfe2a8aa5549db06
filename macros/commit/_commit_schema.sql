{# The keys of the commit that a run makes. #}
{% macro _commit_schema() %}
  {{ return({
    'number': {'type': 'integer', 'meaning': 'its number within its epoch'},
    'snapshot': {'type': 'text?', 'meaning': 'the snapshot of the table that the run has pinned; none for a format without branches, and for a table without one'},
    'version': {'type': 'text?', 'default': none, 'meaning': 'the snapshot or version of the table that the commit has made; none before the switch'},
    'metrics': {'type': 'mapping', 'default': {}, 'meaning': 'what the format has counted in the statement that made the version, by its names'},
    'old_properties': {'type': 'list', 'meaning': 'the names of table properties that record commits before the last one'},
    'rebuild': {'type': 'boolean', 'meaning': 'whether it creates or replaces the table'},
    'replaces': {'type': 'boolean', 'meaning': 'whether there is a table that it replaces'},
    'starts_changelog': {'type': 'boolean', 'meaning': 'whether the changelog starts with it'},
    'has_history': {'type': 'boolean', 'meaning': 'whether the table of commits exists'},
    'former_tables': {'type': 'mapping', 'meaning': 'the side tables in another schema, which a rebuild moves: suffix -> table'},
    'history_counts': {'type': 'list', 'meaning': 'the counts of the table of commits, in the order of its columns'},
    'new_counts': {'type': 'list', 'meaning': 'counts that the table of commits, made by an earlier release, has no column for'},
    'compacts': {'type': 'boolean', 'meaning': 'whether it writes its changes, and those that wait, to the changelog'},
    'compacted': {'type': 'integer', 'meaning': 'the last commit whose changes are in the changelog already'},
    'properties': {'type': 'mapping', 'meaning': 'its record: what the table says about it, see `_record_text`'},
  }) }}
{% endmacro %}
