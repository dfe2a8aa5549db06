{#
  The steps of a run of an operator with a TTL: the unread commits of its inputs in the order of their times, where
  commits of the same time are one step. The age of a row is measured to the commit that looks it up, so the operator is
  computed before and after each step, and several steps in one run give the same changes as a run for each.

  They are read with `get`, which is null where there is no such step: Spark evaluates expressions of rows, and of
  literals, that no condition has left out yet.

    first    the time of the first step in microseconds; none if nothing is unread
    times    an array with the time of each step
    commits  an array with the `_commit` of each step, the sum of the commits of the inputs
    numbers  for each input, the step of a row of its changelog; 0 for a row that has been read
#}
{% macro _steps(inputs, subject) %}
  {% for input in inputs %}
    {% do tablestore.fail(subject, tablestore._problems_of_limits(input.upstream, ['no_times'], subject)) %}
  {% endfor %}
  {% set known, numbers, commits = tablestore._commit_times(inputs), [], [] %}
  {% set moments = known | sum(start=[]) | unique | sort | list %}
  {% for moment in moments %}
    {% set positions = [] %}
    {% for input in inputs %}
      {% do positions.append(input.after + known[loop.index0] | select('le', moment) | list | length) %}
    {% endfor %}
    {% do commits.append(positions | sum) %}
  {% endfor %}
  {% for input in inputs %}
    {% set own = [] %}
    {% for time in known[loop.index0] %}
      {% do own.append(moments.index(time) + 1) %}
    {% endfor %}
    {% set position = 'cast(_commit - ' ~ (input.after + 1) ~ ' as int)' %}
    {% do numbers.append('coalesce(get(array(' ~ own | join(', ') ~ '), ' ~ position ~ '), 0)' if own else '0') %}
  {% endfor %}
  {{ return({
    'first': moments[0] if moments else none, 'numbers': numbers,
    'times': tablestore._bigint_array(moments), 'commits': tablestore._bigint_array(commits),
  }) }}
{% endmacro %}

{#
  The times of the unread commits of each input, in microseconds. A commit whose clock was set back counts as made at
  the time of the commit before it, because commits are read in their order.
#}
{% macro _commit_times(inputs) %}
  {% set queries, recorded, times = [], {}, [] %}
  {% for input in inputs %}
    {% do queries.append('select ' ~ loop.index0 ~ ' as input, commit, unix_micros(committed_at) as at'
        ~ ' from ' ~ input.upstream.history
        ~ ' where epoch = ' ~ tablestore.string_literal(input.upstream.epoch)
        ~ ' and commit > ' ~ input.after ~ ' and commit <= ' ~ input.upstream.until) %}
  {% endfor %}
  {% for row in tablestore.query_rows(queries | join('\nunion all\n')) %}
    {% do recorded.update({(row.input | int, row.commit | int): row.at | int}) %}
  {% endfor %}
  {% for input in inputs %}
    {% set index, own = loop.index0, [] %}
    {% for commit in range(input.after + 1, input.upstream.until + 1) %}
      {% do own.append([recorded.get((index, commit), 0), own[-1] if own else 0] | max) %}
    {% endfor %}
    {% do times.append(own) %}
  {% endfor %}
  {{ return(times) }}
{% endmacro %}

{% macro _bigint_array(numbers) %}
  {{ return('cast(array(' ~ numbers | join(', ') ~ ') as array<bigint>)') }}
{% endmacro %}
