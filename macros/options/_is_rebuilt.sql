{#
  Whether the next run of a model builds its table anew, when its query is compiled. dbt knows only when a batch of
  event time runs that the first one of a full refresh has built the table, whose epoch is then that of `_next_commit`
  for this invocation. Of a model that is not the compiled one, its config and the flag say it: only a compiled model
  can ask the `should_full_refresh` of the project.
#}
{% macro _is_rebuilt(node) %}
  {% if model is not defined or config is not defined or config.model.unique_id != node.unique_id %}
    {{ return(flags.FULL_REFRESH if node.config.get('full_refresh') is none else node.config.full_refresh) }}
  {% endif %}
  {% set table = tablestore._model_relation(node) %}
  {{ return(tablestore.rebuilds_table() and not (tablestore._is_microbatch(node)
      and not tablestore._is_unavailable(table)
      and tablestore.table_properties(table).get('tablestore.epoch') == local_md5(invocation_id ~ table))) }}
{% endmacro %}
