{# The table as it is now, each row as +I; `order` as in `_read_annotation`. #}
{% macro _snapshot(upstream, reader, order) %}
  {% set rows = tablestore._snapshot_rows(upstream) %}
  {% set annotation = tablestore._read_annotation(upstream, reader, none, order) %}
  {{ return(tablestore._as_inserts(rows, upstream.until, upstream.committed_at, annotation,
      upstream.delete_sequence)) }}
{% endmacro %}

{# The rows of the table as of the last commit in its changelog. #}
{% macro _snapshot_rows(upstream) %}
  {% set rows = upstream.snapshot or upstream.rows %}
  {% if upstream.waiting %}
    {% set rows = '(\n' ~ tablestore._rows_as_of(upstream, upstream.until) | indent(4, true) ~ '\n  )' %}
  {% endif %}
  {{ return(rows if upstream.limit is none else '(select * from ' ~ rows ~ ' limit ' ~ upstream.limit ~ ')') }}
{% endmacro %}

{# The table as it was after a commit, or at a time after it, each row as +I, without rows that had expired then. #}
{% macro _snapshot_as_of(upstream, commit, timestamp, subject) %}
  {% do tablestore._cannot_read(subject, tablestore._compaction_problems(upstream, commit)) %}
  {% do tablestore.warn(subject ~ ': the changelog leaves out changes of ' ~ upstream.ignored | join(', ') ~ ' alone'
      ~ ' (changelog_producer_row_deduplicate_ignore_fields), so there the rows can have values from after commit '
      ~ commit) if upstream.ignored and commit < upstream.until %}
  {% if upstream.ttl %}
    {% set rows = tablestore._unexpired_as_of(upstream, commit, timestamp, subject) %}
  {% else %}
    {% set rows = '(\n' ~ tablestore._rows_as_of(upstream, commit) | indent(4, true) ~ '\n  )' %}
  {% endif %}
  {{ return(tablestore._as_inserts(rows, commit, none, '', upstream.delete_sequence)) }}
{% endmacro %}

{#
  Why the rows of a table as of a commit are not known. A changelog that gets the changes of several commits together
  has the rows after the last of them, and after later commits that changed nothing.
#}
{% macro _compaction_problems(upstream, commit) %}
  {% if not upstream.compacts or commit == upstream.until %}
    {{ return([]) }}
  {% endif %}
  {% set logged = tablestore.query_rows('select max(_commit) filter (where _commit <= ' ~ commit ~ ') as before'
      ~ ', min(_commit) filter (where _commit > ' ~ commit ~ ') as after from ' ~ upstream.log)[0] %}
  {% set before = upstream.start if logged.before is none else logged.before | int %}
  {% set changed = tablestore.query_rows('select count(*) as commits from ' ~ upstream.history
      ~ ' where epoch = ' ~ tablestore.string_literal(upstream.epoch)
      ~ ' and commit > ' ~ before ~ ' and commit <= ' ~ commit
      ~ ' and rows_inserted + rows_updated + rows_deleted > 0')[0].commits %}
  {% if not changed %}
    {{ return([]) }}
  {% endif %}
  {% set after = upstream.until if logged.after is none else logged.after | int %}
  {{ return(['the changes of commit ' ~ commit ~ ' are in its changelog together with those of other commits '
      ~ '(full-compaction): write commit=' ~ before ~ ' or commit=' ~ after]) }}
{% endmacro %}

{#
  The rows of a table with a state TTL that had not expired at a commit, or at the time that was asked for. The last
  commit is read from the table. For earlier ones, the changelog has when each row was written; a row without a change
  in the TTL before that time had expired.
#}
{% macro _unexpired_as_of(upstream, commit, timestamp, subject) %}
  {% set columns, age = tablestore._upstream_columns(upstream), tablestore._ages_as_of(upstream, commit, timestamp) %}
  {% if upstream.stored and commit == upstream.sealed %}
    {% set clock = 'timestamp_micros(' ~ age.at ~ ')' %}
    {{ return(tablestore._unexpired_rows(upstream.stored,
        {'ttl': upstream.ttl, 'since': upstream.ttl_since, 'clock': clock})) }}
  {% endif %}
  {% do tablestore._cannot_read(subject, tablestore._age_problems(upstream, commit, age)) %}
  {% set log = '(select * from ' ~ upstream.log
      ~ ' where _commit >= ' ~ (age.first or commit + 1) ~ ' and _commit <= ' ~ commit ~ ')' %}
  {% set spans = tablestore._change_spans(columns.primary_key, columns.all + ['_committed_at'], log) %}
  {% set is_live = '\n    and _last._committed_at > timestamp_micros(' ~ age.limit ~ ')' if not age.all_live else '' %}
  {{ return('(\n  select ' ~ tablestore._wrapped_fields('_last', columns.all)
      ~ '\n  from (\n    ' ~ spans | trim | indent(4) ~ '\n  )'
      ~ "\n  where _last._row_kind in ('+I', '+U')" ~ is_live ~ '\n)') }}
{% endmacro %}

{#
  When ages are measured, in microseconds, and what that needs:

    at        the time of the commit, or the time that was asked for, but not later than this run
    limit     rows that were written then or before have expired
    all_live  whether none has, because the table got its TTL later
    first     the first commit whose changes are needed; none if all rows have expired
    unknown   how many rows these commits left as they were, though the changelog has them as written
#}
{% macro _ages_as_of(upstream, commit, timestamp) %}
  {% set time = 'max(committed_at) filter (where commit = ' ~ commit ~ ')' %}
  {% set at = 'max(least(' ~ tablestore._timestamp_literal(timestamp) ~ ', ' ~ tablestore._clock() ~ '))'
      if timestamp is not none else time %}
  {% set of_build = upstream.history
      ~ ' where epoch = ' ~ tablestore.string_literal(upstream.epoch) ~ ' and commit <= ' ~ commit %}
  {% set since = upstream.ttl_since or 'cast(null as timestamp)' %}
  {% set found = tablestore.query_rows('select unix_micros(' ~ at ~ ') as at, unix_micros(' ~ since ~ ') as since'
      ~ ' from ' ~ of_build)[0] %}
  {% if found.at is none %}
    {{ return({'at': 'null', 'all_live': true, 'first': none if upstream.complete else 0, 'unknown': 0}) }}
  {% endif %}
  {% set limit = (found.at | int) - upstream.ttl * 1000 %}
  {% set all_live = found.since is not none and (found.since | int) > limit %}
  {% set unknown = upstream.left_counts | join(' + ') or '0' %}
  {% set is_live = '' if all_live else ' and committed_at > timestamp_micros(' ~ limit ~ ')' %}
  {% set needed = tablestore.query_rows('select min(commit) as first, sum(' ~ unknown ~ ') as unknown'
      ~ ' from ' ~ of_build ~ is_live)[0] %}
  {% set first = none if needed.first is none else needed.first | int %}
  {{ return({
    'at': found.at | int, 'limit': limit, 'all_live': all_live,
    'first': first if upstream.complete or not all_live else 0, 'unknown': needed.unknown or 0,
  }) }}
{% endmacro %}

{# Why the changelog does not have the ages of the rows as of a commit. #}
{% macro _age_problems(upstream, commit, age) %}
  {% set problems = [] %}
  {% if upstream.compacts %}
    {% do problems.append('its changelog has the changes of several commits together (full-compaction)') %}
  {% endif %}
  {% if upstream.compared %}
    {% do problems.append('its changelog does not have the rows that were written again unchanged '
        ~ '(changelog_producer_row_deduplicate)') %}
  {% endif %}
  {% if age.unknown %}
    {% do problems.append('its changelog does not tell ' ~ tablestore._counted(age.unknown, 'late or ignored row')
        ~ ' of ' ~ tablestore._commit_range(age.first, commit) ~ ' from written ones') %}
  {% endif %}
  {% if age.first is not none and age.first <= upstream.start %}
    {% do problems.append('its changelog does not have all commits of the state_ttl before') %}
  {% endif %}
  {% if not problems %}
    {{ return([]) }}
  {% endif %}
  {{ return(['when its rows were written before commit ' ~ commit ~ ' is not known, '
      ~ 'and with it which of them had expired: ' ~ problems | join('; ')
      ~ ". Read its last commit (scan='as-of', commit=" ~ upstream.sealed
      ~ "), or its changes (scan='incremental-between')"]) }}
{% endmacro %}

{#
  The rows of an upstream as of a commit in its changelog: without the later changes, which are in its log and, if the
  table is ahead of its log, among the changes that wait for a compaction.
#}
{% macro _rows_as_of(upstream, commit) %}
  {% set columns, later = tablestore._upstream_columns(upstream), {} %}
  {% do later.update({upstream.log: commit} if commit < upstream.until or not upstream.waiting else {}) %}
  {% do later.update({upstream.pending: upstream.until} if upstream.waiting else {}) %}
  {% set names, queries = (columns.all + ['_row_kind', '_commit']) | join(', '), [] %}
  {% for table, after in later.items() %}
    {% do queries.append('select ' ~ names ~ ' from ' ~ table
        ~ ' where _commit > ' ~ after ~ ' and _commit <= ' ~ upstream.sealed) %}
  {% endfor %}
  {% set changes = '(' ~ queries | join(' union all ') ~ ')' %}
  {{ return(tablestore.as_of_query(columns.primary_key, columns.all, upstream.rows, changes, upstream.key_equals)
      | trim) }}
{% endmacro %}
