{#
  The one statement that makes a commit part of the table, with those that it needs: readers see all of the commit after it, and
  nothing before. It carries the record of the commit, so whoever comes next can publish it, see `publish_statements`.

  With branches, the table moves to the branch of the commit, which fails if it has another snapshot than the run has pinned. On
  Delta, the statement has a transaction identifier, whose version increases with each commit and each rebuild: Delta skips a
  statement with the version of a commit that another run has made, see `_switched`. In a small table, a merge rewrites files, which
  takes half as long as to mark rows as deleted. A rebuild replaces the table.
#}
{% macro switch_statements(plan, commit, counts) %}
  {% set format = tablestore.formats()[plan.format] %}
  {% if commit.rebuild %}
    {% set rows = 'select ' ~ tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2) ~ '\nfrom ' ~ plan.commit_table
        ~ "\nwhere _change = 'insert'" %}
    {% set properties = dict(commit.properties, **{'tablestore.commit': 0, 'tablestore.changelog-producer': 'none',
        'tablestore.switched': tablestore._record_text(commit)}) %}
    {% set created = tablestore.create_table(plan, rows, properties, replaces=commit.replaces) %}
    {{ return([created] if format.has_branches else tablestore._identified(created, commit, plan)) }}
  {% elif format.has_branches %}
    {{ return([tablestore._forward_statement(plan, plan.table)]) }}
  {% endif %}
  {% if not plan.merge_decides and not tablestore._rows_merged(plan, counts) %}
    {{ return([tablestore.insert_statement(plan, plan.table, tablestore._options_clause(tablestore._identifier(commit)))]) }}
  {% endif %}
  {% set merge = tablestore.deciding_merge_statement(plan, plan.table) if plan.merge_decides else tablestore.merge_statement(plan, insert=tablestore._rows_added(plan, counts) > 0) %}
  {{ return(tablestore._identified(merge, commit, plan, {'spark.databricks.delta.merge.deletionVectors.persistent': 'false'} if plan.is_small else {})) }}
{% endmacro %}
