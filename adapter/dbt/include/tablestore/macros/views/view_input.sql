{#
  An input of a materialized view at this refresh, given the names of its columns and the offset of the last refresh:

    rows     text that follows FROM to read its rows, the same ones until the refresh ends
    changes  a query with its changes since the last refresh, with their weights in `_w`; none if there are none
    reason   why its changes are not known; none if they are
    offset   {epoch, commit}: up to where the refresh reads it; none if the format records no versions
    position see `tablestore_view_position`
#}
{% macro tablestore_view_input(name, names, before) %}
  {% set relation = adapter.relation_named(name) %}
  {% set found = load_relation(relation) %}
  {% if found is none %}
    {% do exceptions.raise_compiler_error("model '" ~ model.name ~ "' reads " ~ relation ~ ', which does not exist') %}
  {% endif %}
  {% if relation | lower == this | lower %}
    {% do tablestore._fail("model '" ~ model.name ~ "'", ['it reads itself: ' ~ this ~ '; a materialized view is its query over other tables']) %}
  {% endif %}
  {% set view = found.type == 'materialized_view' %}
  {% set table = tablestore._rows_of_view(relation) if view else found %}
  {% set upstream = tablestore_view_upstream(table, relation) %}
  {% set columns = tablestore._quoted(names) | join(', ') %}
  {% set rows = upstream.rows or (relation | string) %}
  {% set rows = '(select ' ~ columns ~ ' from ' ~ rows ~ (' where ' ~ upstream.filter if upstream.filter else '') ~ ')' if view else rows %}
  {% if upstream.epoch is none or (upstream.reason and (not before or before != {'epoch': upstream.epoch, 'commit': upstream.until})) %}
    {{ return({'rows': rows, 'changes': none, 'reason': upstream.reason, 'offset': none if upstream.epoch is none else {'epoch': upstream.epoch, 'commit': upstream.until}, 'position': none}) }}
  {% endif %}
  {% set offset, reason, changes = {'epoch': upstream.epoch, 'commit': upstream.until}, none, none %}
  {% if not before %}
    {% set reason = relation.identifier ~ ' is read for the first time' %}
  {% elif before.epoch != upstream.epoch %}
    {% set reason = relation.identifier ~ ' was rebuilt since the last refresh' %}
  {% elif before.commit < upstream.start %}
    {% set reason = relation.identifier ~ ' no longer has the changes since the last refresh' %}
  {% elif before.commit < upstream.until %}
    {% set change = tablestore_view_changes(upstream, before.commit, columns) if upstream.log else adapter.view_changes(upstream, before.commit, columns) %}
    {% set reason, changes = change.reason, change.query %}
  {% endif %}
  {{ return({'rows': rows, 'changes': changes, 'reason': reason, 'offset': offset, 'position': upstream.position}) }}
{% endmacro %}

{# Why the changes of an input are not known; none if they are. #}
{% macro tablestore_view_input_reason(name) %}
  {% set relation = adapter.relation_named(name) %}
  {% set found = load_relation(relation) %}
  {{ return(tablestore_view_upstream(tablestore._rows_of_view(relation) if found.type == 'materialized_view' else found, relation).reason) }}
{% endmacro %}
