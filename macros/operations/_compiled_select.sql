{#
  The SELECT of a model as its next run compiles it, as {sql, columns}. dbt compiles only the models that a command
  selects, so the adapter calls dbt's compiler. With plain dbt-spark, the text is rendered with `this` and `model` in
  dbt's context, which are not defined in an operation, and macros such as is_incremental() use them.
#}
{% macro _compiled_select(operation, node, relation, side_schema=none) %}
  {% if node.language == 'python' %}
    {% do tablestore._require_known_columns(operation, node, relation) %}
    {% set sql = 'select * from ' ~ tablestore._batch_table(relation, side_schema) %}
    {{ return({'sql': sql, 'columns': tablestore._describe_table(relation)}) }}
  {% endif %}
  {% set header = tablestore._config_of(node).sql_header %}
  {% do tablestore._adapter_run_header(header) if header %}
  {% if tablestore._adapter_type() == 'tablestore' %}
    {% set sql = tablestore._adapter_plans().sql(node.unique_id, planned=true) %}
    {% set is_view = tablestore._config_of(node).materialized == 'materialized_view' %}
    {% set query = tablestore._adapter_views().spark_query(sql) if is_view else sql %}
    {{ return({'sql': sql, 'columns': tablestore.query_columns(query)}) }}
  {% else %}
    {% do context.update({'this': relation, 'model': node}) %}
    {% set sql = render(node.raw_code) %}
  {% endif %}
  {{ return({'sql': sql, 'columns': tablestore.query_columns(sql)}) }}
{% endmacro %}
