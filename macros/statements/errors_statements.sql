{#
  The statements that write what the streams of a batch have left out to the tables for that, see `_skipped_annotation`.
  They run before the switch, and may run in a run that is killed after them: as for `_deletes_statements`, a row counts
  only if the history has the commit and the invocation that wrote it.
#}
{% macro errors_statements(plan, query, commit) %}
  {% set statements, properties = [], commit.properties %}
  {% set model, epoch, at, run = tablestore._string_literals([plan.model, properties['tablestore.epoch'],
      properties['tablestore.committed-at'], properties['tablestore.invocation-id']]) %}
  {% for stream in tablestore._annotations('skipped', query) if stream.table %}
    {% do statements.append({'step': 'write', 'creates': stream.table, 'sql': 'create table if not exists '
        ~ stream.table ~ ' (\n  _model string, _epoch string, _commit bigint, _committed_at timestamp, '
        ~ '_invocation_id string,\n  _stream string, _position string, _reason string, _message string\n)\n'
        ~ tablestore._using_clause(plan.table_format)}) %}
    {% do statements.append({'step': 'write', 'sql': 'insert into ' ~ stream.table
        ~ ' (\n  _model, _epoch, _commit, _committed_at, _invocation_id, _stream, _position, _reason, _message\n)'
        ~ '\nselect ' ~ model ~ ', ' ~ epoch ~ ', cast(' ~ commit.number ~ ' as bigint), timestamp ' ~ at ~ ', '
        ~ run ~ ', ' ~ tablestore.string_literal(stream.subject)
        ~ ', trim(_position), trim(_reason), _message\nfrom (\n  ' ~ tablestore._indent(stream.rows, 2) ~ '\n)'}) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
