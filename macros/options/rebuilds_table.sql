{#
  Whether the model that runs builds its table anew, as `should_full_refresh` says, which a project can replace. `dbt
  retry` keeps --full-refresh when it builds the batches that have failed, and the table has the rows of the others.
#}
{% macro rebuilds_table() %}
  {{ return(should_full_refresh() and not config.model.previous_batch_results) }}
{% endmacro %}
