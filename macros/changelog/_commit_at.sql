{# The last commit at or before a time; with `strictly`, before it. #}
{% macro _commit_at(upstream, timestamp, strictly=false) %}
  {% set time, compare, found = tablestore._timestamp_literal(timestamp), '<' if strictly else '<=', [] %}
  {% if upstream.history %}
    {{ return(tablestore._rows('select coalesce(max(commit), 0) as last from ' ~ upstream.history ~ ' where epoch = '
        ~ tablestore._string_literal(upstream.epoch) ~ ' and commit <= ' ~ upstream.sealed ~ ' and committed_at ' ~ compare ~ ' ' ~ time)[0].last | int) }}
  {% endif %}
  {% set times = upstream.times(upstream) %}
  {% set limit = tablestore._rows('select unix_micros(' ~ time ~ ') as at')[0].at | int %}
  {% for commit, at in times.items() if at < limit or (at == limit and not strictly) %}
    {% do found.append(commit) %}
  {% endfor %}
  {{ return((found | max) if found else (times.keys() | min) - 1) }}
{% endmacro %}
