{#
  The first commit whose changes are needed to find the rows of an input that an operator still has, see
  `_stepped_inputs`. Fails if the changelog begins later.

    steps  the steps of the run, see `_steps`
#}
{% macro _first_event(input, operator, steps, subject) %}
  {% set upstream = input.upstream %}
  {% if upstream.expires %}
    {{ return(1) }}
  {% elif not input.ttl %}
    {{ return(input.after + 1) }}
  {% elif operator.expiry == 'window' %}
    {{ return(tablestore._first_live_commit(input, steps, subject)) }}
  {% elif not upstream.complete %}
    {% do tablestore._fail(subject, [tablestore._short_changelog(input, 'when the state of a key expires depends on all its writes') ~ ', or set no state_ttl']) %}
  {% endif %}
  {{ return(1) }}
{% endmacro %}

{# The first commit that is younger than the TTL at the first step. #}
{% macro _first_live_commit(input, steps, subject) %}
  {% set upstream, unread = input.upstream, input.after + 1 %}
  {% if steps.first is none %}
    {{ return(unread) }}
  {% endif %}
  {% set found = tablestore._rows('select min(commit) as first from ' ~ upstream.history ~ ' where epoch = ' ~ tablestore._string_literal(upstream.epoch)
      ~ ' and committed_at > timestamp_micros(' ~ (steps.first - input.ttl * 1000) ~ ')')[0].first %}
  {% set first = unread if found is none else [found | int, unread] | min %}
  {# the rows that an adopted table had before its first commit are as old as that commit #}
  {% if first <= upstream.start or (first == 1 and not upstream.complete) %}
    {% do tablestore._fail(subject, [upstream.table ~ ': its changelog begins after commit ' ~ upstream.start
        ~ ', and a state_ttl of ' ~ tablestore._duration_text(input.ttl) ~ ' needs the changes from commit ' ~ first
        ~ ' on: keep them longer, changelog_time_retained in ' ~ input.relation.identifier ~ ', and rebuild this model with dbt run --full-refresh']) %}
  {% endif %}
  {{ return(first) }}
{% endmacro %}
