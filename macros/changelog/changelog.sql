{#
  tablestore.changelog(ref('orders'))

  The changes of a table, with `_row_kind`, `_commit` and `_committed_at`. A keyed model reads the rows of the table as +I
  in its first run. In later runs it reads the changes that it has not read yet, each exactly once.
#}
{% macro changelog(relation, consumer=none, scan='latest-full', commit=none, commits=none, net=false, timestamp=none, timestamps=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject = 'tablestore.changelog(' ~ (relation if relation is string else relation.render()) ~ ')' %}
  {% do tablestore._fail(subject, tablestore._scan_problems(relation, scan, commit, commits, timestamp, timestamps) + tablestore._flag_problems({'net': net})) %}
  {% if tablestore._is_unavailable(relation) %}
    {{ return(tablestore._as_inserts(relation, 1, none)) }}
  {% endif %}
  {% set upstream = tablestore._upstream(relation, subject, consumer) %}
  {% if upstream.no_before and (net or scan == 'as-of') %}
    {% do tablestore._fail(subject, [upstream.no_before ~ "; net changes and scan='as-of' need the rows before each change"]) %}
  {% endif %}
  {% if scan == 'incremental-between' %}
    {% set commits = tablestore._scan_commits(upstream, commits, timestamps, subject) %}
    {% do tablestore._fail(subject, tablestore._range_problems(upstream, commits[0], commits[1])) %}
    {{ return(tablestore._changes_between(upstream, commits[0], commits[1], net)) }}
  {% elif scan == 'as-of' %}
    {% set commit = tablestore._scan_commit(upstream, commit, timestamp, subject) %}
    {% do tablestore._fail(subject, tablestore._range_problems(upstream, commit, upstream.until) or tablestore._compaction_problems(upstream, commit)) %}
    {{ return(tablestore._snapshot_as_of(upstream, commit, timestamp, subject)) }}
  {% endif %}
  {% set reader = tablestore._reader(consumer, subject) %}
  {% set after = tablestore._read_position(upstream, reader) %}
  {% if after is none and scan == 'latest-full' %}
    {{ return(tablestore._snapshot(upstream, reader)) }}
  {% elif after is none %}
    {% set after = tablestore._scan_start(upstream, scan, commit, timestamp, subject) %}
  {% endif %}
  {% do tablestore._fail(subject, tablestore._range_problems(upstream, after, upstream.until, reader)) %}
  {{ return(tablestore._changes_between(upstream, after, upstream.until, net, tablestore._read_annotation(upstream, reader, after))) }}
{% endmacro %}
