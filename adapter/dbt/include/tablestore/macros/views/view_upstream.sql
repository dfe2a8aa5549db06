{#
  What is known of the versions of an input: {known, epoch, until, start, removed, rows, filter, log, position, reason}.
  `known` is what the package says of a table whose changes are read, and `reason` why a view cannot follow them: also
  because a state that expires would have the versions that a history has removed.

    names   the columns that the view reads of it
    pinned  whether the version of its changelog is named, for an operator whose state expires
#}
{% macro tablestore_view_upstream(table, relation, names, pinned=false) %}
  {% set known = tablestore.described_upstream(relation, table, relation.identifier, pinned) %}
  {% set last, name, limits = known.last, relation.identifier, known.limits %}
  {% set rows, reasons = known.rows, [] %}
  {% for limit in ['touched', 'unwritten', 'no_before', 'late', 'lost', 'expires', 'cut', 'no_feed', 'no_versions']
      + (['removed'] if pinned else []) if limit in limits %}
    {% do reasons.append(name ~ ' ' ~ limits[limit]) %}
  {% endfor %}
  {% for column in names if column | lower in known.ignored %}
    {% set instead = ', as in select * except (' ~ adapter.quote(column) ~ ')' if column | lower == '_events'
        else ', or out of changelog_producer_row_deduplicate_ignore_fields' %}
    {% do reasons.append(name ~ ' has a changelog without the changes of ' ~ adapter.quote(column) ~ ' alone: '
        ~ 'leave this column out of the query' ~ instead) %}
  {% endfor %}
  {% if 'cut' in limits %}
    {% set rows = relation | string %}
  {% elif 'expires' in limits %}
    {% set rows = tablestore.unexpired_rows(table, last) %}
  {% endif %}
  {{ return({
    'known': known, 'epoch': known.epoch, 'until': known.until, 'start': known.start,
    'removed': known.removed, 'rows': rows | string,
    'filter': '`_visible`' if known.view.filtered and 'cut' not in limits else none,
    'log': tablestore.side_table(table, '__changelog', last.side_schema) | string if last.epoch else none,
    'position': tablestore_position_of(table, last), 'reason': reasons | first if reasons else none,
  }) }}
{% endmacro %}
