{#
  The one statement that makes a commit part of the table, with those that it needs: readers see all of the commit after
  it, and nothing before. It carries the record of the commit, so whoever comes next can publish it, see
  `publish_statements`.

  With branches, the table moves to the branch of the commit, which fails if it has another snapshot than the run has
  pinned. On Delta, the statement has a transaction identifier, whose version increases with each commit and each
  rebuild: Delta skips a statement with the version of a commit that another run has made, see `_switched`. In a small
  table, a merge rewrites files, which takes half as long as to mark rows as deleted. A rebuild replaces the table.
#}
{% macro switch_statements(plan, commit, counts) %}
  {% set format = plan.table_format %}
  {% if commit.rebuild %}
    {% set rows = 'select ' ~ tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2)
        ~ '\nfrom ' ~ plan.commit_table
        ~ "\nwhere _change = 'insert'" %}
    {% set properties = dict(commit.properties, **{'tablestore.commit': 0, 'tablestore.changelog-producer': 'none',
        tablestore._property_names(commit.properties['tablestore.epoch']).switched: tojson(commit.properties,
            sort_keys=true)}) %}
    {% do properties.pop('tablestore.files', none) %}
    {% set created = tablestore._create_table(plan, rows, properties, replaces=commit.replaces) %}
    {{ return(tablestore._identified(created, commit, plan)) }}
  {% elif format.has_branches %}
    {{ return([tablestore._branch_forward(plan, plan.table, snapshot=commit.snapshot)]) }}
  {% endif %}
  {% if not plan.merge_decides and not tablestore._rows_merged(plan, counts) %}
    {{ return([tablestore._merge_new_rows(plan, plan.table, tablestore._identified_options(commit))]) }}
  {% endif %}
  {% set merge = tablestore._merge_that_decides(plan, plan.table) if plan.merge_decides
      else tablestore._merge_statement(plan, insert=tablestore._rows_added(plan, counts) > 0) %}
  {{ return(tablestore._identified(merge, commit, plan,
      {'spark.databricks.delta.merge.deletionVectors.persistent': 'false'} if plan.is_small else {})) }}
{% endmacro %}

{#
  The keyed table, created or replaced together with its rows; `properties` are those of the commit. With `cluster_by`,
  the rows are sorted, so that each data file has a range of keys.
#}
{% macro _create_table(plan, query, properties, replaces=true) %}
{% set format = plan.table_format %}
{% set clustered = (plan.layout.cluster_by or []) | join(', ') %}
{% set sql %}
create {{ 'or replace ' if replaces }}table {{ plan.table }}
using {{ format.using }}
{{- tablestore._layout_clauses(plan.layout) }}
{{- '\n' ~ format.cluster_clause | replace('{columns}', clustered) if clustered and format.cluster_clause }}
tblproperties {{ tablestore._property_list(format.properties, plan.layout.properties, properties) }}
as
{{ query | trim }}
{{- '\norder by ' ~ clustered if clustered }}
{% endset %}
{{ return({'step': 'write', 'creates': plan.table, 'reads': plan.kept_tables, 'sql': sql | trim}) }}
{% endmacro %}

{# The clauses of CREATE TABLE for the layout that dbt-spark's configs describe. #}
{% macro _layout_clauses(layout) %}
  {% set clauses = [] %}
  {% if layout.partition_by %}
    {% do clauses.append('partitioned by (' ~ layout.partition_by | join(', ') ~ ')') %}
  {% endif %}
  {% if layout.clustered_by %}
    {% do clauses.append('clustered by (' ~ tablestore._as_list(layout.clustered_by) | join(', ') ~ ')'
        ~ (' into ' ~ layout.buckets ~ ' buckets' if layout.buckets else '')) %}
  {% endif %}
  {% if layout.location %}
    {% do clauses.append('location ' ~ tablestore.string_literal(layout.location)) %}
  {% endif %}
  {% if layout.comment %}
    {% do clauses.append('comment ' ~ tablestore.string_literal(layout.comment)) %}
  {% endif %}
  {{ return('\n' ~ clauses | join('\n') if clauses else '') }}
{% endmacro %}
