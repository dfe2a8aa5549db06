{#
  The number of a commit that a scan names: by its number, by a tag, or by a time, which names the last commit at or
  before it; with `strictly`, before it. A time before the first commit names the state before that commit.
#}
{% macro _scan_commit(upstream, commit, timestamp, subject, strictly=false) %}
  {% if timestamp is not none %}
    {{ return(tablestore._commit_at(upstream, timestamp, subject, '<' if strictly else '<=')) }}
  {% elif commit is not string %}
    {{ return(commit) }}
  {% endif %}
  {% if commit not in upstream.tags %}
    {% set advice = "; to make one: dbt run-operation tag --args '{model: " ~ tablestore._selected_name(upstream.tagged)
        ~ ', tag: ' ~ tojson(commit) ~ "}'" if upstream.tagged else '; only commits of keyed models have tags' %}
    {% do tablestore._cannot_read(subject, ["it has no tag '" ~ commit ~ "'"
        ~ tablestore._near_names(commit, upstream.tags.keys() | list) ~ advice]) %}
    {{ return(upstream.until) }}
  {% elif upstream.tags[commit].epoch != upstream.epoch %}
    {% do tablestore._cannot_read(subject, ["tag '" ~ commit
        ~ "' is older than the last rebuild of the table, which deleted its commit " ~ upstream.tags[commit].commit]) %}
  {% endif %}
  {{ return(upstream.tags[commit].commit) }}
{% endmacro %}

{# The last commit at or before a time; with '<', before it. #}
{% macro _commit_at(upstream, timestamp, subject, compare) %}
  {% set time, found = tablestore._timestamp_literal(timestamp), [] %}
  {% if upstream.history %}
    {{ return(tablestore._keyed_commit_at(upstream, timestamp, subject, compare ~ ' ' ~ time, '<= ' ~ time)) }}
  {% endif %}
  {% set times = upstream.times(upstream) %}
  {% set limit = tablestore.query_rows('select unix_micros(' ~ time ~ ') as at')[0].at | int %}
  {% for commit, at in times.items() if at < limit or (at == limit and compare == '<=') %}
    {% do found.append(commit) %}
  {% endfor %}
  {{ return((found | max) if found else (times.keys() | min) - 1) }}
{% endmacro %}

{#
  The last commit of a keyed table that a condition on its time holds for. Without one, the table was empty then, unless
  it had rows that are in no changelog any more: those of an earlier build, or of the table that was adopted. If the
  changelog has started again in this build, the number 0 says that it does not go back so far.

    until  the condition for a time that the build has begun at
#}
{% macro _keyed_commit_at(upstream, timestamp, subject, condition, until) %}
  {% set of_build = 'epoch = ' ~ tablestore.string_literal(upstream.epoch) %}
  {% set found = tablestore.query_rows('select max(commit) filter (where ' ~ of_build ~ ' and commit <= '
      ~ upstream.sealed ~ ' and committed_at ' ~ condition ~ ') as last'
      ~ ', count_if(' ~ of_build ~ ' and committed_at ' ~ until ~ ') as begun'
      ~ ', ' ~ tablestore._time_text('min(committed_at) filter (where ' ~ of_build ~ ')') ~ ' as first'
      ~ ', count_if(not ' ~ of_build ~ ') as earlier from ' ~ upstream.history)[0] %}
  {% set replaced = 'the table became a keyed table' if not upstream.complete
      else 'the table was rebuilt, which deleted the commits before' if found.earlier %}
  {% if not found.begun and replaced and not upstream.start %}
    {% do tablestore._cannot_read(subject, ['its changelog begins at ' ~ found.first ~ ', when ' ~ replaced
        ~ ", and the state at '" ~ timestamp ~ "' is needed: write timestamp='" ~ found.first
        ~ "' or later, or read the table as it is: scan='latest-full'"]) %}
  {% endif %}
  {{ return(found.last | default(0, true) | int) }}
{% endmacro %}
