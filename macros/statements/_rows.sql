{#
  The rows of the batch: those that the changelog of inputs has kept, the changes of versions, or the model's query. The
  batch of a table with versions has been kept, unless the commit creates the table.
#}
{% macro _batch_rows(plan, batch) %}
  {% if plan.versions %}
    {% set kept = plan.versions.rows %}
    {{ return(tablestore.versions_query(plan, 'select * from ' ~ kept if kept else batch,
        plan.table if kept else none)) }}
  {% endif %}
  {{ return('select * except (_kind) from ' ~ plan.changelog.input_table if plan.changelog
      and plan.changelog.input_table else batch) }}
{% endmacro %}

{#
  Rows that live for one commit: in memory as a view, or as a table of the run, see `_of_commit`. A table that is
  written twice is replaced while it is read, so it has the format of the keyed table; another one has the format that
  is written fastest.
#}
{% macro _kept_rows(plan, name, query, commit, step) %}
  {% set query, facts = query | trim, {'step': step, 'branch': plan.branch, 'reads': plan.kept_tables} %}
  {% if name not in plan.kept_tables %}
    {{ return(dict(facts, kind='keep_rows', view=name, query=query,
        sql='cache lazy table ' ~ name ~ ' as\n' ~ query)) }}
  {% endif %}
  {% set twice, format = name == plan.commit_table and not plan.folded_view and not commit.rebuild
      and not plan.has_before, plan.table_format %}
  {% set properties = {
    'tablestore.format': plan.format,
    'tablestore.made-at': commit.properties['tablestore.made-at'],
    'tablestore.epoch': commit.properties['tablestore.epoch'],
  } %}
  {{ return(dict(facts, creates=name, sql='create ' ~ ('or replace ' if twice else '') ~ 'table ' ~ name ~ '\nusing '
      ~ (format.using if twice else format.kept_using)
      ~ '\ntblproperties ' ~ tablestore._property_list(properties) ~ '\nas\n' ~ query)) }}
{% endmacro %}

{# How many rows a commit adds to the table, from the counts of `counting_query`. #}
{% macro _rows_added(plan, counts) %}
  {{ return(counts.rows_added if plan.expiry else counts.rows_inserted) }}
{% endmacro %}

{# How many stored rows a commit updates or deletes, from the counts of `counting_query`. #}
{% macro _rows_merged(plan, counts) %}
  {{ return(counts.rows_merged if plan.expiry else counts.rows_updated + counts.rows_deleted) }}
{% endmacro %}
