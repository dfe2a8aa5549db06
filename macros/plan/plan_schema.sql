{#
  The keys of a plan: key -> type, who fills it, and what it means. `merge_plan` fills all of them. The plan of a commit
  of an earlier run (`_recorded_plan`) fills what the statements after the switch read; keys without a default are in
  both. Columns are {name, lower_name, type, quoted}, see `_columns`. A plan is never changed: `dict(plan, key=...)` is
  a new one.
#}
{% macro plan_schema() %}
  {{ return(dict({
    'model': {'type': 'text', 'from': 'settings', 'meaning': 'the name of the model'},
    'table': {'type': 'text', 'from': 'merge_plan', 'meaning': 'the full name of the table'},
    'side_schema': {'type': 'text?', 'from': 'merge_plan',
        'meaning': 'the schema of the side tables; none for that of the table'},
    'batch_is_empty': {'type': 'boolean', 'default': false, 'from': '_with_key_ranges',
        'meaning': 'whether the batch has no rows'},
    'key_ranges': {'type': 'list', 'default': [], 'from': '_with_key_ranges',
        'meaning': 'where the keys of the batch are, as [{column, ranges}] with ranges of literals; keys are anywhere'
        ~ ' in the other columns'},
    'catalog': {'type': 'text?', 'from': 'merge_plan',
        'meaning': 'the catalog of the table, quoted; none for the current one'},
    'side_tables': {'type': 'mapping', 'from': 'merge_plan',
        'meaning': 'the relations of the side tables, whether they exist or not, see `_side_tables_at`'},
    'history_table': {'type': 'text', 'from': 'merge_plan', 'meaning': 'the table with one row per commit'},
    'changelog': {'type': 'mapping?', 'from': '_changelog_planned',
        'meaning': 'how the changelog is written; none without one'},
    'format': {'type': 'text', 'from': 'file_format', 'meaning': 'the table format, a name of `formats`'},
    'table_format': {'type': 'mapping', 'from': '_format', 'meaning': 'the record of that format, see `formats`'},
    'columns': {'type': 'list', 'from': 'columns',
        'meaning': 'the columns that the SELECT and the table share, in the order of the table'},
    'key_columns': {'type': 'list', 'from': 'primary_key',
        'meaning': 'those of the primary key, in the order of the option'},
    'keeps_null_keys': {'type': 'boolean', 'from': 'null_key',
        'meaning': 'whether a null in a key column is a value like any other'},
    'is_view': {'type': 'boolean', 'default': false, 'from': 'view_settings',
        'meaning': 'whether the rows are those of a materialized view'},
    'missing_columns': {'type': 'list', 'from': 'columns',
        'meaning': 'columns of the table that the SELECT does not have'},
    'kept_columns': {'type': 'list', 'from': 'columns',
        'meaning': 'those of them whose stored values the changelog shows'},
    'expiry': {'type': 'mapping?', 'from': '_plan_expiry', 'meaning': 'how rows expire; none without a state TTL'},
    'deletes': {'type': 'mapping?', 'default': none, 'from': 'delete_retained',
        'meaning': '{table, retained, stored, creates}: the table with the sequences of deletes, how long they count,'
        ~ ' and, from `_with_deletes`, what there is of it; none if they are not kept'},
    'value_columns': {'type': 'list', 'default': [], 'from': 'columns',
        'meaning': 'the columns that are not part of the key'},
    'sequence_columns': {'type': 'list', 'default': [], 'from': 'sequence_field',
        'meaning': 'those that order the rows of a key; a key column does not'},
    'sequence_descending': {'type': 'boolean', 'default': false, 'from': 'sequence_field_sort_order',
        'meaning': 'whether the smallest sequence wins'},
    'not_null_columns': {'type': 'list', 'default': [], 'from': 'contract',
        'meaning': 'names, in lower case, that an enforced contract declares NOT NULL'},
    'new_columns': {'type': 'list', 'default': [], 'from': 'columns',
        'meaning': 'columns of the SELECT that the table does not have'},
    'narrow_types': {'type': 'mapping', 'default': {}, 'from': '_narrow_types',
        'meaning': 'the types of columns that the format stores as wider ones: name in lower case -> type'},
    'retyped_columns': {'type': 'list', 'default': [], 'from': '_retyped_columns',
        'meaning': 'columns whose new type may not fit the stored one'},
    'kind_column': {'type': 'text?', 'default': none, 'from': 'rowkind_field',
        'meaning': 'the column with the row kind, quoted'},
    'commit_column': {'type': 'text?', 'default': none, 'from': 'columns',
        'meaning': 'the column with the commit of an upstream, quoted'},
    'engine': {'type': 'text?', 'default': none, 'from': 'merge_engine', 'meaning': 'a name of `engines`'},
    'merge': {'type': 'mapping', 'default': {}, 'from': '_engine',
        'meaning': 'how that engine merges rows, see `_engine_schema`'},
    'options': {'type': 'mapping', 'default': {}, 'from': '_read_options',
        'meaning': 'every option of `options` with its value'},
    'fields': {'type': 'mapping', 'default': {}, 'from': '_read_fields',
        'meaning': 'options of single columns, by names in lower case'},
    'groups': {'type': 'list', 'default': [], 'from': '_sequence_groups',
        'meaning': 'the sequence groups of partial-update'},
    'definition': {'type': 'mapping', 'default': {}, 'from': '_definition',
        'meaning': 'what decides the stored rows, see `_definition`'},
    'ttl_source': {'type': 'text?', 'default': none, 'from': '_resolve_ttl', 'meaning': 'what set the state TTL'},
    'ignored_options': {'type': 'mapping', 'default': {}, 'from': '_read_options',
        'meaning': 'options without effect, with the reason'},
    'on_schema_change': {'type': 'text?', 'default': none, 'from': 'config', 'meaning': "dbt's config of that name"},
    'contract': {'type': 'boolean', 'default': false, 'from': 'config', 'meaning': 'whether a contract is enforced'},
    'layout': {'type': 'mapping', 'default': {}, 'from': '_plan_layout',
        'meaning': 'partitions, buckets, columns that rows are sorted by, location, comment and properties of the'
        ~ ' table'},
  }, **tablestore._run_schema())) }}
{% endmacro %}

{# The keys of a plan that name what belongs to one commit of one run, see `_of_commit`. #}
{% macro _run_schema() %}
  {{ return({
    'commit_table': {'type': 'text', 'default': '', 'from': '_of_commit',
        'meaning': 'the decided rows of the commit: a view in memory, or a table of the run'},
    'folded_view': {'type': 'text?', 'default': none, 'from': '_of_commit',
        'meaning': 'the view of the folded batch in memory, quoted; none if it is in commit_table'},
    'folded_rows': {'type': 'text', 'default': '', 'from': '_of_commit',
        'meaning': 'where the folded batch is: that view, or commit_table'},
    'kept_tables': {'type': 'list', 'default': [], 'from': '_of_commit',
        'meaning': 'the tables of the run, which are dropped when the commit is published'},
    'kept_views': {'type': 'list', 'default': [], 'from': '_of_commit',
        'meaning': 'the views of the run in memory, which are dropped when it ends'},
    'is_small': {'type': 'boolean', 'default': false, 'from': '_with_deciding_merge',
        'meaning': 'whether the files of the table are few and small, as far as Spark knows without reading them'},
    'merge_decides': {'type': 'mapping?', 'default': none, 'from': '_with_deciding_merge',
        'meaning': '{rows_folded, rows_in_batch}, if the MERGE of the commit itself decides what happens to each key'
        ~ ' of the folded batch'},
    'counting': {'type': 'text?', 'default': none, 'from': '_with_deciding_merge',
        'meaning': 'the query of these counts; none if the decided rows are counted'},
    'branch': {'type': 'text?', 'default': none, 'from': '_of_commit',
        'meaning': 'the branch of the table that the commit is written to, and that old rows are read from; none if'
        ~ ' the format has no branches'},
  }) }}
{% endmacro %}
