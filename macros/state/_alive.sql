{#
  Which state of an input with a TTL is alive, told by the upstream's changelog, which knows when a row was written:

    window  a join's row lives for as long as it was written less than the TTL ago. What changes counts always: a row
            that goes is forwarded though its state expired, as in Flink
    gap     what was written of a key lives on with every write, and starts afresh when none came for as long as the TTL
    first   it starts afresh when its first write is as old as the TTL, however many came since

  Returns {written} or {source, parts}: a query of the rows that are alive, or what makes of `source` the rows that are.
#}
{% macro _alive(input, shape, subject) %}
  {% set upstream = input.upstream %}
  {% if not upstream.log %}
    {% do tablestore._fail(subject, [upstream.table ~ ' is a plain table, which does not say when its rows were written, and a state_ttl asks for it: read it through a keyed model']) %}
  {% endif %}
  {% if shape.expiry == 'window' %}
    {{ return({'written': tablestore._written(input, tablestore._first_alive(input, subject))}) }}
  {% elif upstream.start > 0 %}
    {% do tablestore._fail(subject, [upstream.table ~ ': its changelog begins after commit ' ~ upstream.start
        ~ ', and how long the state of a key lives is told by all its writes: rebuild the table, dbt run --full-refresh --select '
        ~ input.relation.identifier ~ '+, and keep its changelog (no changelog_time_retained), or set no state_ttl']) %}
  {% endif %}
  {{ return({'source': input.name ~ '_versions', 'parts': tablestore._lives(input, shape.expiry)}) }}
{% endmacro %}

{# The first commit younger than the TTL, which the changelog must have; none when there is none. #}
{% macro _first_alive(input, subject) %}
  {% set upstream = input.upstream %}
  {% set limit = tablestore._clock() ~ ' - ' ~ tablestore._milliseconds_interval(input.ttl) %}
  {% set first = tablestore._rows('select min(commit) as first from ' ~ upstream.history ~ ' where epoch = '
      ~ tablestore._text(upstream.epoch) ~ ' and committed_at > ' ~ limit)[0].first %}
  {% if first is not none and first <= upstream.start %}
    {% do tablestore._fail(subject, [upstream.table ~ ': its changelog begins after commit ' ~ upstream.start
        ~ ', and a state_ttl of ' ~ input.ttl ~ ' ms needs the changes from commit ' ~ first | int
        ~ ' on: keep them longer, changelog_time_retained in ' ~ input.relation.identifier ~ ', or wait until they are that old']) %}
  {% endif %}
  {{ return({'commit': first, 'time': limit}) }}
{% endmacro %}

{# The keys written since then. #}
{% macro _written(input, since) %}
  {% set keys = input['keys'] | join(', ') %}
  {% if since.commit is none %}
    {{ return('(select ' ~ keys ~ ' from ' ~ input.upstream.table ~ ' where false)') }}
  {% endif %}
  {{ return('(select ' ~ keys ~ ' from ' ~ input.upstream.log ~ ' where _commit >= ' ~ since.commit | int ~ ' and _committed_at > ' ~ since.time ~ ')') }}
{% endmacro %}

{% macro _milliseconds_interval(ms) %}
  {{ return("interval '" ~ ms // 1000 ~ '.' ~ '%03d' | format(ms % 1000) ~ "' second") }}
{% endmacro %}
