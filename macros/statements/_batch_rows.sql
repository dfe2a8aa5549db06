{# The rows of the batch: those that the changelog of inputs has kept, or the model's query. #}
{% macro _batch_rows(plan, batch) %}
  {{ return('select * except (_kind) from ' ~ plan.changelog.input_table if plan.changelog
      and plan.changelog.input_table else batch) }}
{% endmacro %}
