{#
  The rows of an input with a TTL that have not expired from the state of an operator. The upstream's changelog records when
  each row was written:

    window  a join keeps a row for the TTL after it was written. A changed row always counts: as in Flink, its retraction
            is forwarded even if its state has expired
    gap     the rows of a key expire when the key has not been written for the TTL
    first   the rows of a key expire when the first write of the key is as old as the TTL, whatever was written later

  Returns {written_keys}, a query of the live primary keys, or {source, parts}: the name of the rows of all ages, and the
  common table expressions that select the live ones.
#}
{% macro _live_state(input, operator, subject) %}
  {% set upstream = input.upstream %}
  {% if not upstream.log %}
    {% do tablestore._fail(subject, [upstream.table ~ ' is a plain table and does not record when its rows were written, which state_ttl needs: read it through a keyed model']) %}
  {% endif %}
  {% if operator.expiry == 'window' %}
    {{ return({'written_keys': tablestore._written_keys(input, tablestore._first_live_commit(input, subject))}) }}
  {% elif upstream.start > 0 %}
    {% do tablestore._fail(subject, [upstream.table ~ ': its changelog begins after commit ' ~ upstream.start
        ~ ', and when the state of a key expires depends on all its writes: rebuild the table with dbt run --full-refresh --select '
        ~ input.relation.identifier ~ '+, and keep its changelog (no changelog_time_retained), or set no state_ttl']) %}
  {% endif %}
  {{ return({'source': input.name ~ '_versions', 'parts': tablestore._key_lifetimes(input, operator.expiry)}) }}
{% endmacro %}

{# The first commit younger than the TTL, which must be in the changelog, as {number, time}; the number is none if there is none. #}
{% macro _first_live_commit(input, subject) %}
  {% set upstream = input.upstream %}
  {% set limit = tablestore._shifted_time(tablestore._clock(), '-', input.ttl ~ ' ms') %}
  {% set first = tablestore._rows('select min(commit) as first from ' ~ upstream.history ~ ' where epoch = '
      ~ tablestore._string_literal(upstream.epoch) ~ ' and committed_at > ' ~ limit)[0].first %}
  {% if first is not none and first <= upstream.start %}
    {% do tablestore._fail(subject, [upstream.table ~ ': its changelog begins after commit ' ~ upstream.start
        ~ ', and a state_ttl of ' ~ tablestore._duration_text(input.ttl) ~ ' needs the changes from commit ' ~ first | int
        ~ ' on: keep them longer, changelog_time_retained in ' ~ input.relation.identifier ~ ', or wait until they are that old']) %}
  {% endif %}
  {{ return({'number': first, 'time': limit}) }}
{% endmacro %}

{# The primary keys written since the first live commit. #}
{% macro _written_keys(input, first) %}
  {% set key = input.primary_key | join(', ') %}
  {% if first.number is none %}
    {{ return('(select ' ~ key ~ ' from ' ~ input.upstream.table ~ ' where false)') }}
  {% endif %}
  {{ return('(select ' ~ key ~ ' from ' ~ input.upstream.log ~ ' where _commit >= ' ~ first.number | int ~ ' and _committed_at > ' ~ first.time ~ ')') }}
{% endmacro %}
