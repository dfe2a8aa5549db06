{# The keys of the commit that a run makes. #}
{% macro _commit_schema() %}
  {{ return({
    'number': {'type': 'integer', 'meaning': 'its number within its epoch'},
    'snapshot': {'type': 'text?', 'meaning': 'the snapshot of the table when the commit was claimed; none for a format without branches, and for an empty table'},
    'claims': {'type': 'list', 'meaning': 'the name of its claim, and those of rebuilds that were abandoned before it'},
    'former_stages': {'type': 'list', 'meaning': 'the tables with the staged rows of the last commit'},
    'old_properties': {'type': 'list', 'meaning': 'the names of table properties that record commits before the last one'},
    'replaces_table': {'type': 'boolean', 'meaning': 'whether it replaces the table, or has replaced it before it was left unfinished'},
    'rebuild': {'type': 'boolean', 'meaning': 'whether it replaces the table'},
    'starts_changelog': {'type': 'boolean', 'meaning': 'whether the changelog starts with it'},
    'has_history': {'type': 'boolean', 'meaning': 'whether the table of commits exists'},
    'former_tables': {'type': 'mapping', 'meaning': 'the side tables in another schema, which a rebuild moves: suffix -> table'},
    'history_counts': {'type': 'list', 'meaning': 'the counts of the table of commits, in the order of its columns'},
    'new_counts': {'type': 'list', 'meaning': 'counts that the table of commits, made by an earlier release, has no column for'},
    'compacts': {'type': 'boolean', 'meaning': 'whether it writes its changes, and those that wait, to the changelog'},
    'compacted': {'type': 'integer', 'meaning': 'the last commit whose changes are in the changelog already'},
    'properties': {'type': 'mapping', 'meaning': 'the properties of the staging table, and in the end of the table, that record it'},
  }) }}
{% endmacro %}
