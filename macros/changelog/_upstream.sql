{#
  A table whose changes are read:
    table, log, history, keys  names
    epoch                      which build of the table this is
    start, until               its changelog has the commits after the one and up to the other
    rows                       the table, without rows that have expired
    limit                      rows to read at most, of dbt's --empty
    no_before                  why the changes do not show the rows before them
    waiting                    true when the table is ahead of its changelog, whose changes are written together
#}
{% macro _upstream(given, subject) %}
  {% set relation = api.Relation.create(database=given.database, schema=given.schema, identifier=given.identifier) %}
  {% set state = tablestore._table_state(relation, true) %}
  {% set apart = state.producer.endswith(', apart') %}
  {% if not state.epoch %}
    {{ return(dict(tablestore._plain_upstream(relation, state.properties, subject), limit=given.limit)) }}
  {% elif state.producer == 'none' %}
    {% do tablestore._fail(subject, ["it writes no changelog: give the model changelog_producer='lookup', and run it once"]) %}
  {% elif tablestore._unfinished(relation, state) %}
    {% do tablestore._fail(subject, ['a run of it ended in the middle of commit ' ~ (state.commit + 1) ~ ', which its next run finishes: dbt run --select '
        ~ relation.identifier]) %}
  {% endif %}
  {{ return({
    'limit': given.limit,
    'table': relation | string,
    'rows': relation | string if state.ttl is none else tablestore._unexpired_rows(relation, tablestore._expiry_now(state)) | indent(2),
    'log': tablestore._beside(relation, '__changelog'),
    'pending': tablestore._beside(relation, '__uncompacted'),
    'history': tablestore._beside(relation, '__commits'),
    'keys': state.key,
    'epoch': state.epoch,
    'start': state.start,
    'until': state.compacted if apart else state.commit,
    'waiting': apart and state.compacted < state.commit,
    'no_before': "its changelog_producer is 'input', which writes the rows as they were given" if state.producer == 'input' else none,
    'committed_at': state.committed_at,
  }) }}
{% endmacro %}
