{#
  Fails for a reader of a table that a rebuild has replaced and not published: its changelog may be that of the old
  table. Returns whether it cannot be read, see `_cannot_read`.
#}
{% macro _assert_published(last, subject, relation) %}
  {{ return(tablestore._cannot_read(subject, [] if not last.switched else [
      'a rebuild of it is not published yet. If no run of its model is under way, its last run was stopped;'
      ~ ' publish it: ' ~ tablestore._publish_command(tablestore._selected_name(relation))])) }}
{% endmacro %}
