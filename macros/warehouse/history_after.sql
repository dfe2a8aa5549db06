{#
  The versions of a Delta table after one, the newest first, as DESCRIBE HISTORY has them. It reads no others, because a
  table has all versions of the last 30 days.

    newest  the newest version, as it was looked up; versions of other writers since then come first, and take the
            places of the oldest ones
#}
{% macro history_after(relation, version, newest) %}
  {% set limit = [newest - version, 1] | max %}
  {% set rows = tablestore.query_rows('describe history ' ~ relation ~ ' limit ' ~ limit) | list %}
  {% set now = rows[0].version | int if rows else newest %}
  {{ return(tablestore.history_after(relation, version, now) if now > newest else rows) }}
{% endmacro %}
