{#
  dbt run-operation show_merge_sql --args '{model: orders}'

  Prints the SQL of the model's next commit and runs nothing but DESCRIBE: the same text a run writes to target/run.
#}
{% macro show_merge_sql(model) %}
  {% set node = tablestore._model_named('show_merge_sql', model) %}
  {% set relation = tablestore._relation_of(node) %}
  {% set existing = load_relation(relation) %}
  {% set sql = render(node.raw_code) %}
  {% set columns = tablestore._relation_columns(relation) if existing else [] %}
  {% set plan = tablestore.merge_plan(node, relation, tablestore._query_columns(sql), columns) %}
  {% set state = tablestore._table_state(relation, existing) %}
  {% do tablestore._assert_continues(plan, state) if existing %}
  {% do plan.expiry.update({'since': state.since}) if plan.expiry %}
  {% set counts = {} %}
  {% for name in tablestore._history_counts() + ['rows_merged', 'rows_added'] %}
    {% do counts.update({name: 1}) %}
  {% endfor %}
  {% set starts = not existing or state.producer != tablestore._producer(plan) %}
  {% set commit = tablestore._next_commit(plan, relation, state, not existing, starts) %}
  {% do print(tablestore._script(plan, sql, counts, commit)) %}
{% endmacro %}
