{#
  The table formats of keyed models: name -> the macro that returns its record. The merge is the same SQL on each of
  them; a format says how its tables are created and which statements it needs.

    using                 the name after USING
    kept_using            the same for a table that a run writes once and drops
    properties            table properties of a keyed table, unless the model sets them
    version_property      the property with the version of the format, which never decreases; none if there is none
    drop                  the statement that drops a table with its files. All statements of a record are values, see
                          `_run`, with places for what is not known yet
    drop_claim            the statement that drops a claim of a version before 0.1.0, see `_earlier_commit`
    cluster_clause, cluster_statement how a table gets `cluster_by`: a clause of CREATE TABLE, or a statement; none
                          where the other one does
    has_branches          whether a commit is written to a branch of the table; elsewhere its statements have
                          identifiers
    compaction            the statements that combine the files of a table
    expiry                those that drop its old snapshots or versions; they look at all its files, so they run once a
                          day
    files                 the query of how many files a table has, and its columns: what they count -> name
    merge_metrics         what a MERGE counts: the count of a commit -> the name of the format
    append_metric         the count of new rows where a MERGE that only inserts is an append; none if it counts as any
                          other
    cleaning              the statements that remove files which no table has, as killed runs leave them
    sorts                 what the compaction of a sorted table needs
    widening_properties   table properties that allow a column to change to a wider type
    stored_types          the types that the format does not have: type -> the wider type that a table has instead
    refused_types         those that a table cannot have at all: type -> what to do instead
    side_properties       the properties of the tables beside a keyed table, but for its changelog
    history_layout        the layout of a table of commits
    changelog_layout, changelog_properties the layout of a changelog, so that reading one commit does not read the
                          others
#}
{% macro formats() %}
  {{ return({
    'iceberg': tablestore._iceberg_format,
    'delta': tablestore._delta_format,
  }) }}
{% endmacro %}
