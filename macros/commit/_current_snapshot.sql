{# The current snapshot of a table with these properties; none for a table without one, and for a format without branches. #}
{% macro _current_snapshot(properties) %}
  {{ return(none if properties.get('current-snapshot-id', 'none') == 'none' else properties['current-snapshot-id']) }}
{% endmacro %}
