{# Why the changes after one commit and up to another cannot be read. #}
{% macro _range_problems(upstream, after, until, reader=none) %}
  {% set problems = [] %}
  {% set rebuild = "read the table as it is: scan='latest-full'" %}
  {% if reader %}
    {% set rebuild = tablestore.rebuild_command(reader.name, with_readers=false) %}
  {% endif %}
  {% if after < upstream.start %}
    {% do problems.append('its changelog begins after commit ' ~ upstream.start
        ~ ', and the changes after commit ' ~ after ~ ' are needed; ' ~ rebuild) %}
  {% endif %}
  {% if until > upstream.until or after > upstream.until %}
    {% do problems.append('it has commits up to ' ~ upstream.until ~ ', and commit ' ~ [after, until] | max
        ~ ' is needed' ~ ('; was it restored from a copy? ' ~ rebuild if reader else '')) %}
  {% endif %}
  {# snapshots that were rolled back, or have expired between others #}
  {% for commit in [after, until] | unique
      if upstream.snapshot_ids and not problems and commit not in upstream.snapshot_ids %}
    {% do problems.append('it has no snapshot of ' ~ commit
        ~ ' (milliseconds) any more, and its changes from there are not known; ' ~ rebuild) %}
  {% endfor %}
  {% if upstream.snapshot_ids and not problems %}
    {% do problems.extend(tablestore._problems_of_snapshots(upstream, after, until, rebuild)) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Why Iceberg cannot compute the changes between two snapshots. #}
{% macro _problems_of_snapshots(upstream, after, until, rebuild) %}
  {% set changed, problems = [], [] %}
  {% for at, id in upstream.snapshot_ids.items()
      if at > after and at <= until and upstream.snapshots[id].operation != 'replace' %}
    {% do changed.append(upstream.snapshots[id]) %}
  {% endfor %}
  {% set instead = ', or read it in a materialized view instead' %}
  {% if changed | map(attribute='deletes') | map('int') | sum %}
    {% do problems.append('it has delete files, of which Iceberg does not compute changes: set write.delete.mode, '
        ~ "write.update.mode and write.merge.mode of the table to 'copy-on-write', remove these files (the procedure "
        ~ "rewrite_data_files with 'delete-file-threshold' = '1' and 'remove-dangling-deletes' = 'true'), and then "
        ~ rebuild ~ instead) %}
  {% elif changed | rejectattr('operation', 'eq', 'append') | list %}
    {% set unordered = tablestore._unordered_columns(upstream.table) %}
    {% do problems.append('Iceberg does not compute changes of rows with columns of type MAP or VARIANT ('
        ~ unordered | join(', ') ~ '), and rows were deleted or updated: ' ~ rebuild ~ instead) if unordered %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
