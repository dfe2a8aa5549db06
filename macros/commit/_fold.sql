{# Runs the statements that fold the batch, and returns them. What they keep in memory is released when the model ends, also by an error. #}
{% macro _fold(plan, query, commit) %}
  {% set statements = tablestore.fold_statements(plan, query, commit) %}
  {% do adapter.release_with_model(plan.folded_view) if plan.folded_view %}
  {% do tablestore._run(statements) %}
  {{ return(statements) }}
{% endmacro %}
