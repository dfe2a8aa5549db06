{#
  The inputs of a materialized view at this refresh, see `tablestore_view_input`; `last` is its last commit, none if it
  is rebuilt.
#}
{% macro tablestore_view_inputs(view, last) %}
  {% set inputs, pinned = {}, view.tables_of_states if last else [] %}
  {% set views = tablestore_views_of_command() if last and not view.operators else [] %}
  {% for name, names in view.tables.items() %}
    {% set before = last.offsets.get(name) if last else none %}
    {% set input = adapter.views().looked_at(name, tablestore_view_input, names, before, views, name in pinned) %}
    {% do inputs.update({name: input}) %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}

{# The tables with the rows of the materialized views that this command refreshes, if they can be incremental. #}
{% macro tablestore_views_of_command() %}
  {% set found = [] %}
  {% for id in selected_resources if id in (graph.nodes or {}) %}
    {% set node = graph.nodes[id] %}
    {% if node.config.materialized == 'materialized_view' and node.config.get('refresh_policy') != 'full' %}
      {% set view = api.Relation.create(database=node.database or none, schema=node.schema, identifier=node.alias) %}
      {% do found.append(tablestore.rows_of_view(view)) %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{#
  An input of a materialized view at this refresh, given the names of its columns and the offset of the last refresh:

    rows     text that follows FROM to read its rows, the same ones until the refresh ends
    changes  a query with its changes since the last refresh, with their weights in `_w`; none if there are none
    reason   why its changes are not known; none if they are
    lasting  why they will not be known at the next refresh either; none if they will
    offset   {epoch, commit, snapshot}: up to where the refresh reads it; none if the format records no versions; the
             snapshot only of an Iceberg table that no keyed model writes
    position see `tablestore_view_position`
    stored   text that follows FROM to read the stored rows of a materialized view, which has more columns; none for a
             table
    known    what the package says of a table whose changes are read
    together the columns that are read of it at once for several of the `views` of this command; empty if no other
             view reads it
    read     the changes that are read, {table, epoch, after}: of which table, and after which commit; none if there are
             none

  `Input` in Python has the same keys. An operator whose state expires reads the changelog several times, so that of its
  tables is `pinned`.
#}
{% macro tablestore_view_input(name, names, before, views, pinned=false) %}
  {% set relation = adapter.tables().named(name) %}
  {% set found = load_relation(relation) %}
  {% do tablestore_assert_view_can_read(relation, found) %}
  {% set table = tablestore.stored_rows(relation) if found.type == 'materialized_view' else found %}
  {% set view = table.identifier != found.identifier %}
  {% set described = tablestore_view_upstream(table, relation, names, pinned) %}
  {% set upstream = tablestore_view_as_now(table, names, described) %}
  {% set together = adapter.refreshes().columns_together(name, names, table, views) if views else [] %}
  {% set together = tablestore_view_together(table, together, described, upstream, before) if together else [] %}
  {% set quoted = [] %}
  {% for column in together or names %}
    {% do quoted.append(adapter.quote(column)) %}
  {% endfor %}
  {% set columns = quoted | join(', ') %}
  {% set rows = upstream.rows or (relation | string) %}
  {% set stored = rows ~ (' where ' ~ upstream.filter if upstream.filter else '') if view else none %}
  {% set rows = '(select ' ~ columns ~ ' from ' ~ stored ~ ')' if view else rows %}
  {% set input = {
    'known': upstream.known, 'rows': rows, 'stored': stored, 'changes': none, 'reason': upstream.reason,
    'offset': none, 'position': upstream.position, 'lasting': described.reason, 'together': together, 'read': none,
  } %}
  {% if upstream.epoch is none %}
    {{ return(input) }}
  {% endif %}
  {% set offset = tablestore_view_offset(upstream) %}
  {# rows expire without a commit #}
  {% if upstream.reason and (before != offset or 'expires' in upstream.known.limits) %}
    {{ return(dict(input, offset=offset, position=none)) }}
  {% endif %}
  {% set reason = tablestore_view_why_unknown(relation, upstream, before, names) %}
  {% if reason or before.commit == upstream.until %}
    {{ return(dict(input, reason=reason, offset=offset)) }}
  {% endif %}
  {# an Iceberg table can go back to an earlier snapshot #}
  {% set change = tablestore_view_changes(upstream, before.commit, columns) if upstream.log
      else adapter.views().input_changes(upstream, before.commit, columns, tablestore_view_changes) %}
  {% set read = {'table': table | string, 'epoch': upstream.epoch, 'after': before.commit} if change.query else none %}
  {{ return(dict(input, changes=change.query, reason=change.reason, offset=offset, read=read)) }}
{% endmacro %}

{% macro tablestore_view_offset(upstream) %}
  {% set offset, ids = {'epoch': upstream.epoch, 'commit': upstream.until}, upstream.known.plain.snapshot_ids %}
  {{ return(dict(offset, snapshot=ids[upstream.until]) if ids else offset) }}
{% endmacro %}

{#
  The columns that can be read of an input at once for several views, none if that is not all of them. The changes of
  an Iceberg table can be those between two snapshots, the earlier of which may lack a column of another view.
#}
{% macro tablestore_view_together(table, together, described, upstream, before) %}
  {% set plain = upstream.known.plain %}
  {% set can = tablestore_view_as_now(table, together, described) == upstream %}
  {% if can and plain.snapshot_ids is defined and before and before.epoch == upstream.epoch %}
    {% set found = tablestore_snapshot_changes(plain, before.commit) %}
    {% set can = found.way != 'two snapshots' or adapter.tables().has_columns_of(table, found.after) %}
  {% endif %}
  {{ return(together if can else []) }}
{% endmacro %}

{# Fails if an input, which `load_relation` has found, does not exist or is the view itself. #}
{% macro tablestore_assert_view_can_read(relation, found) %}
  {% if found is none %}
    {% do exceptions.raise_compiler_error("model '" ~ model.name ~ "' reads " ~ relation ~ ', which does not exist') %}
  {% endif %}
  {% if relation | lower == this | lower %}
    {% do tablestore.fail("model '" ~ model.name ~ "'",
        ['it reads itself: ' ~ this ~ '; a materialized view is its query over other tables']) %}
  {% endif %}
{% endmacro %}

{# Why the changes of an input after `before`, where the last refresh has ended, are not known; none if they are. #}
{% macro tablestore_view_why_unknown(relation, upstream, before, names) %}
  {% if not before %}
    {{ return(relation.identifier ~ ' is read for the first time') }}
  {% elif before.epoch != upstream.epoch %}
    {{ return(relation.identifier ~ ' was rebuilt since the last refresh') }}
  {% elif before.snapshot and tablestore_view_lacks_snapshot(upstream.known.plain, before) %}
    {{ return(relation.identifier ~ ' no longer has the snapshot of the last refresh') }}
  {% elif before.commit < upstream.start %}
    {{ return(relation.identifier ~ ' no longer has the changes since the last refresh') }}
  {% elif before.commit < upstream.removed %}
    {{ return('old versions of ' ~ relation.identifier ~ ' were removed since the last refresh') }}
  {% elif before.commit > upstream.until and (upstream.log or 'empty' in upstream.known.limits) %}
    {{ return(relation.identifier ~ ' is at an earlier commit than at the last refresh: '
        ~ 'it was restored or recreated') }}
  {% elif before.commit != upstream.until and '_w' in names | map('lower') %}
    {{ return('the query reads column `_w` of ' ~ relation.identifier
        ~ ', and this is the name of the weight of a change: rename the column') }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}

{#
  Whether an Iceberg table has lost the snapshot that a view has read, or has another one at its position: after it went
  back, a writer whose clock is behind can make one. An offset of an earlier release has only the position.
#}
{% macro tablestore_view_lacks_snapshot(plain, before) %}
  {{ return(before.snapshot not in plain.snapshots
      or plain.snapshot_ids.get(before.commit, before.snapshot) != before.snapshot) }}
{% endmacro %}

{#
  An Iceberg table as of a snapshot has the columns of that time. If those that the view reads have changed since then,
  the table itself is read, and the next refresh does not know from where on it has changed.
#}
{% macro tablestore_view_as_now(table, names, upstream) %}
  {% if ' version as of ' not in upstream.rows
      or (upstream.known.plain and upstream.known.plain.snapshot_ids is not defined) %}
    {{ return(upstream) }}
  {% endif %}
  {# the version can be in a subquery, with the columns that the table has now #}
  {% set version = upstream.rows.rpartition(' version as of ')[2].rstrip(')') %}
  {% if upstream.rows == table ~ ' version as of ' ~ version and adapter.tables().has_columns_of(table, version) %}
    {{ return(upstream) }}
  {% endif %}
  {% set now, then = {}, {} %}
  {% for column in tablestore.query_columns('select * from ' ~ table) %}
    {% do now.update({column.name: column.type}) %}
  {% endfor %}
  {% for column in tablestore.query_columns('select * from ' ~ upstream.rows) %}
    {% do then.update({column.name: column.type}) %}
  {% endfor %}
  {% set now_ids = adapter.tables().field_ids(table) %}
  {% set then_ids = adapter.tables().field_ids(table, version) if now_ids else {} %}
  {% for name in names if now.get(name) != then.get(name) or (name in then_ids and now_ids[name] != then_ids[name]) %}
    {{ return(dict(upstream, rows=table | string, epoch=none, reason='column ' ~ adapter.quote(name)
        ~ ' of ' ~ table.identifier ~ ' has changed since its last commit')) }}
  {% endfor %}
  {{ return(upstream) }}
{% endmacro %}

{# Why the changes of the inputs of a view are not known, by their names; none if they are. #}
{% macro tablestore_view_input_reasons(view) %}
  {% set reasons = {} %}
  {% for name, names in view.tables.items() %}
    {% set relation = adapter.tables().named(name) %}
    {% set found = load_relation(relation) %}
    {% set table = tablestore.stored_rows(relation) if found.type == 'materialized_view' else found %}
    {% do reasons.update({name: tablestore_view_upstream(table, relation, names).reason or none}) %}
  {% endfor %}
  {{ return(reasons) }}
{% endmacro %}
