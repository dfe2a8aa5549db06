{#
  How to build a model anew, as text for messages. A full refresh of a history with `system_time` is refused, see
  `_assert_keeps_system_time`. Where a query returns one batch, a rebuild loses the others, so the text says so.
#}
{% macro _to_rebuild(model, table, system_time) %}
  {{ return('drop its table to begin anew, which loses what its commits have replaced, because it has system_time: '
      ~ 'drop table ' ~ table if system_time
      else 'rebuild the model and its readers, which then have only what their queries return now: '
      ~ tablestore.rebuild_command(model)) }}
{% endmacro %}
