{#
  tablestore.changelog(ref('orders'))

  The changes of a table, with `_row_kind`, `_commit` and `_committed_at`. A keyed model reads the rows of the table as
  +I in its first run. In later runs it reads the changes that it has not read yet, each exactly once.
#}
{% macro changelog(
    relation, consumer=none, scan='latest-full', commit=none, commits=none, net=false, timestamp=none, timestamps=none
) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject = 'tablestore.changelog(' ~ (relation if relation is string else relation.render()) ~ ')' %}
  {% set problems = tablestore._scan_problems(relation, scan, commit, commits, timestamp, timestamps) %}
  {% do tablestore.fail(subject, problems + tablestore._flag_problems({'net': net})) %}
  {% set upstream = none if tablestore._has_no_changes_yet(relation, subject)
      else tablestore._upstream(relation, subject, consumer) %}
  {% set wanted = {'commit': commit, 'commits': commits, 'timestamp': timestamp, 'timestamps': timestamps} %}
  {% set rows = tablestore._scanned(upstream, subject, consumer, scan, wanted, net) if upstream %}
  {{ return(rows or tablestore._as_inserts(relation, 1, none)) }}
{% endmacro %}

{# The changes or the rows that a scan reads; none if it cannot, see `_cannot_read`. #}
{% macro _scanned(upstream, subject, consumer, scan, wanted, net) %}
  {% set commit, timestamp = wanted.commit, wanted.timestamp %}
  {% set needs = "net changes and scan='as-of' need the rows before each change" %}
  {% set limits = ['no_before', 'no_key'] if net or scan == 'as-of' else [] %}
  {% if tablestore._cannot_read(subject, tablestore._problems_of_limits(upstream, limits, subject, needs)) %}
    {{ return(none) }}
  {% elif (timestamp or wanted.timestamps or scan == 'as-of' and (upstream.compacts or upstream.ttl is not none))
      and tablestore._lacks_history(upstream, subject) %}
    {{ return(none) }}
  {% elif scan == 'incremental-between' %}
    {% set commits = tablestore._scan_commits(upstream, wanted.commits, wanted.timestamps, subject) %}
    {% set problems = tablestore._range_problems(upstream, commits[0], commits[1]) %}
    {{ return(none if tablestore._cannot_read(subject, problems)
        else tablestore._changes_between(upstream, commits[0], commits[1], net)) }}
  {% elif scan == 'as-of' %}
    {% set commit = tablestore._scan_commit(upstream, commit, timestamp, subject) %}
    {% set problems = tablestore._range_problems(upstream, commit, upstream.until)
        + tablestore._removed_problems(upstream, commit) %}
    {{ return(none if tablestore._cannot_read(subject, problems)
        else tablestore._snapshot_as_of(upstream, commit, timestamp, subject)) }}
  {% endif %}
  {% set reader = tablestore._reader(consumer, subject) %}
  {% set after = tablestore._read_position(upstream, reader) %}
  {% set order = 'net' if net else 'given' if 'no_before' in upstream.limits else 'commits' %}
  {% if after is none and scan == 'latest-full' %}
    {{ return(tablestore._snapshot(upstream, reader, order)) }}
  {% elif after is none %}
    {% set after = tablestore._scan_start(upstream, scan, commit, timestamp, subject) %}
  {% endif %}
  {% if tablestore._cannot_read(subject, tablestore._range_problems(upstream, after, upstream.until, reader)) %}
    {{ return(none) }}
  {% endif %}
  {% set annotation = tablestore._read_annotation(upstream, reader, after, order) %}
  {{ return(tablestore._changes_between(upstream, after, upstream.until, net, annotation)) }}
{% endmacro %}

{# Whether a keyed table has lost its history, from which the times of its commits are known, see `_cannot_read`. #}
{% macro _lacks_history(upstream, subject) %}
  {{ return(tablestore._cannot_read(subject, ['its history of commits ' ~ upstream.history ~ ' no longer exists, '
      ~ 'so the times of its commits are unknown: restore that table, or read without times']
      if upstream.history and not upstream.has_history else [])) }}
{% endmacro %}

{# Why the versions of a history as of a commit are not known: without a change, some were removed later. #}
{% macro _removed_problems(upstream, commit) %}
  {{ return([] if commit >= upstream.removed else ['commit ' ~ upstream.removed ~ ' has removed old versions '
      ~ '(versions_retained), so the versions as of commit ' ~ commit ~ ' are not known any more: write commit='
      ~ upstream.removed ~ ' or a later one, or read its changes (scan=\'incremental-between\')']) }}
{% endmacro %}

{# Problems of the arguments of `changelog`. #}
{% macro _scan_problems(relation, scan, commit, commits, timestamp, timestamps) %}
  {% set problems = [] %}
  {% set takes = {'from-commit': ['commit'], 'from-timestamp': ['timestamp'], 'as-of': ['commit', 'timestamp'],
                  'incremental-between': ['commits', 'timestamps']} %}
  {% set scans = ['latest-full', 'latest', 'from-commit', 'from-timestamp', 'incremental-between', 'as-of'] %}
  {% if relation is string %}
    {% do problems.append("'relation' is the text '" ~ relation ~ "'; write ref('model') or source('name', 'table')") %}
  {% endif %}
  {% if scan not in scans %}
    {% do problems.append("'scan' is '" ~ scan ~ "'; accepted are " ~ scans | join(', ')
        ~ tablestore._near_names(scan, scans)) %}
  {% endif %}
  {% if commit is not none and not tablestore._names_commit(commit) %}
    {% do problems.append("'commit' is '" ~ commit ~ "'; write the number of a commit, or the name of a tag") %}
  {% endif %}
  {% if commits is not none and (commits is string or commits is not sequence or commits | length != 2
      or not tablestore._names_commit(commits[0]) or not tablestore._names_commit(commits[1])
      or (commits | select('integer') | list | length == 2 and commits[0] > commits[1])) %}
    {% do problems.append("'commits' is '" ~ commits
        ~ "'; write [after, until], two numbers of commits or tags: [3, 7] is commits 4 to 7") %}
  {% endif %}
  {% if timestamp is not none and not tablestore._is_point_in_time(timestamp) %}
    {% do problems.append("'timestamp' is '" ~ timestamp ~ "'; write a point in time, '2026-01-01 00:00:00'") %}
  {% endif %}
  {% if timestamps is not none and (timestamps is string or timestamps is not sequence or timestamps | length != 2
      or not tablestore._is_point_in_time(timestamps[0]) or not tablestore._is_point_in_time(timestamps[1])) %}
    {% do problems.append("'timestamps' is '" ~ timestamps
        ~ "'; write [after, until], two points in time: ['2026-01-01', '2026-01-02']") %}
  {% endif %}
  {{ return(problems + tablestore._unused_arguments(scan, takes.get(scan, []),
      {'commit': commit, 'commits': commits, 'timestamp': timestamp, 'timestamps': timestamps})) }}
{% endmacro %}

{# Whether a value is the number of a commit, or can be the name of a tag. #}
{% macro _names_commit(value) %}
  {{ return((value is integer and value is not boolean and value >= 0)
      or (value is string and tablestore._is_tag_name(value))) }}
{% endmacro %}

{# Arguments that the scan does not take, and those that it lacks. #}
{% macro _unused_arguments(scan, takes, arguments) %}
  {% set problems, given = [], [] %}
  {% for name, value in arguments.items() if value is not none %}
    {% do given.append(name) %}
    {% if name not in takes %}
      {% do problems.append("'" ~ name ~ "' has no effect with scan='" ~ scan ~ "': remove it") %}
    {% endif %}
  {% endfor %}
  {% set used = given | select('in', takes) | list %}
  {% if takes and not used %}
    {% do problems.append("scan='" ~ scan ~ "' needs '" ~ takes | join("' or '") ~ "'") %}
  {% elif used | length > 1 %}
    {% do problems.append("'" ~ used | join("' and '") ~ "' exclude each other: remove one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# The commits [after, until] of 'incremental-between'. #}
{% macro _scan_commits(upstream, commits, timestamps, subject) %}
  {% set found = [] %}
  {% for i in [0, 1] %}
    {% set commit, timestamp = commits[i] if commits else none, timestamps[i] if timestamps else none %}
    {% do found.append(tablestore._scan_commit(upstream, commit, timestamp, subject)) %}
  {% endfor %}
  {% if found[0] > found[1] %}
    {% do tablestore._cannot_read(subject, ["'" ~ (commits or timestamps) | join("' is after '")
        ~ "': write the earlier one first"]) %}
  {% endif %}
  {{ return(found) }}
{% endmacro %}

{# The changes after one commit and up to another; with `net`, their net result, one change per key. #}
{% macro _changes_between(upstream, after, until, net=false, annotation='') %}
  {% set rows = tablestore._change_rows(upstream, after, until)
      ~ ('\nlimit ' ~ upstream.limit if upstream.limit is not none) %}
  {% if net %}
    {{ return(tablestore._net_changes(upstream, rows, until, annotation)) }}
  {% endif %}
  {{ return('(\n  select *\n  from ' ~ tablestore._indent(rows, 2) ~ annotation ~ '\n)') }}
{% endmacro %}

{% macro _net_changes(upstream, rows, until, annotation) %}
{% set columns = tablestore._upstream_columns(upstream) %}
{%- set changed = tablestore._differs(columns.compared, '_first', '_last') %}
{%- set time = tablestore._timestamp_literal(upstream.committed_at) %}
(
  select *, cast({{ until }} as bigint) as _commit, {{ time }} as _committed_at
  from (
    {{ tablestore.net_query(columns.primary_key, columns.all, '(select * from ' ~ rows ~ ')', changed,
        upstream.delete_sequence is not none) | trim | indent(4) }}
  ){{ annotation }}
)
{%- endmacro %}

{# After which commit a reader without a position starts to read changes. #}
{% macro _scan_start(upstream, scan, commit, timestamp, subject) %}
  {% if scan == 'from-commit' %}
    {% set first = tablestore._scan_commit(upstream, commit, none, subject) %}
    {# the positions of an Iceberg table are not numbered one by one #}
    {% set before = (upstream.snapshot_ids or {}).keys() | select('lt', first) | list %}
    {{ return(before | max if before and first <= upstream.until + 1 else first - 1) }}
  {% elif scan == 'from-timestamp' %}
    {% set before = tablestore._scan_commit(upstream, none, timestamp, subject, strictly=true) %}
    {{ return([before, upstream.until] | min) }}
  {% endif %}
  {{ return(upstream.until) }}
{% endmacro %}
