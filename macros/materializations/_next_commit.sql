{#
  The commit a run makes: its number, whether it replaces the table, and the properties by which the staged rows, and in
  the end the table, carry it.

    starts   whether the changelog begins with this commit
    offsets  up to which commits this one reads the changes of other tables
#}
{% macro _next_commit(plan, relation, state, rebuild=false, starts=true, offsets={}) %}
  {% set number = 1 if rebuild else state.commit + 1 %}
  {% set log = plan.changelog or {'producer': 'none', 'pending': none, 'compared': none} %}
  {% set now = tablestore._clock_text() %}
  {% set since = number - 1 if starts else state.compacted %}
  {% set compacted_at = state.compacted_at if state.compacted_at and not starts else now %}
  {% set due = tablestore._is_due(log, number - since, compacted_at, now) %}
  {{ return(tablestore._commit(relation, state, rebuild, {
    'tablestore.epoch': tablestore._new_epoch(relation) if rebuild or not state.epoch else state.epoch,
    'tablestore.commit': number,
    'tablestore.primary-key': plan.key_columns | map(attribute='name') | join(','),
    'tablestore.merge-engine': plan.engine,
    'tablestore.definition': tojson(plan.definition, sort_keys=true),
    'tablestore.format': plan.format,
    'tablestore.state-ttl': plan.expiry.ttl if plan.expiry and (plan.expiry.stored or rebuild) else 'none',
    'tablestore.state-since': '' if rebuild or not state.since else state.since,
    'tablestore.changelog-producer': tablestore._producer(plan),
    'tablestore.changelog-compares': 'false' if log.compared is none else 'true',
    'tablestore.changelog-start': number - 1 if starts else state.start,
    'tablestore.compacted': number if due else since,
    'tablestore.compacted-at': now if due else compacted_at,
    'tablestore.committed-at': now,
    'tablestore.invocation-id': invocation_id,
    'tablestore.states': plan.states or '',
    'tablestore.offsets': tojson(offsets, sort_keys=true),
  })) }}
{% endmacro %}

{# A name for a build of a table that no other build of any table has. #}
{% macro _new_epoch(relation) %}
  {{ return(local_md5(invocation_id ~ relation)) }}
{% endmacro %}

{# A commit from its properties and the state of the table before it. #}
{% macro _commit(relation, state, rebuild, properties) %}
  {% set number = properties['tablestore.commit'] | int %}
  {% set starts = properties['tablestore.changelog-start'] | int == number - 1 %}
  {{ return({
    'number': number,
    'rebuild': rebuild,
    'starts': starts,
    'history': tablestore._exists(relation, '__commits'),
    'due': properties['tablestore.compacted'] | int == number,
    'since': number - 1 if starts else state.compacted,
    'properties': properties,
  }) }}
{% endmacro %}

{# The producer as it is written down: a log that is written apart is another kind of log. #}
{% macro _producer(plan) %}
  {% if not plan.changelog %}
    {{ return('none') }}
  {% endif %}
  {{ return(plan.changelog.producer ~ (', apart' if plan.changelog.pending else '')) }}
{% endmacro %}

{# Whether this commit's changes, and those that wait, go into the changelog now. #}
{% macro _is_due(log, commits, compacted_at, now) %}
  {% if log.pending is none %}
    {{ return(true) }}
  {% elif log.commits %}
    {{ return(commits >= log.commits) }}
  {% endif %}
  {{ return(tablestore._rows('select ' ~ tablestore._instant(compacted_at) ~ ' + ' ~ log.interval ~ ' <= '
      ~ tablestore._instant(now) ~ ' as due')[0].due) }}
{% endmacro %}

{# Whether a table beside the model's is there. #}
{% macro _exists(relation, suffix) %}
  {{ return(load_relation(tablestore._sibling(relation, suffix)) is not none) }}
{% endmacro %}
