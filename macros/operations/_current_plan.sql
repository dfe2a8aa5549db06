{# The compiled plan of a model from its current SQL, hints and settings, without the plan that its config names. #}
{% macro _current_plan(operation, name) %}
  {% set node = tablestore._without_compiled_plan(tablestore._planned_model(operation, name)) %}
  {% set relation = tablestore._model_relation(node) %}
  {% if tablestore._model_config(node).materialized == 'materialized_view' %}
    {% set query = tablestore._compiled_select(operation, node, relation) %}
    {% set settings = tablestore._view_options(node) %}
    {{ return(adapter.views().compiled(node, query.sql, query.columns, tablestore._view_plan_facts(settings, query.columns), settings.state_ttl)) }}
  {% endif %}
  {% set plans, results = adapter.plans(), [] %}
  {% set sql = plans.sql(node.unique_id) %}
  {% do tablestore._require_known_columns(operation, node, relation) if node.language == 'python' %}
  {% set columns = tablestore._table_columns(relation) if node.language == 'python' else tablestore._query_columns(sql) %}
  {% for query in plans.queries(sql) %}
    {% do results.append(tablestore._query_columns(query)) %}
  {% endfor %}
  {% set facts = tablestore._compiled_plan_facts(tablestore.merge_plan(tablestore._keyed_settings(node), relation, columns), columns) %}
  {{ return(plans.plan(node, sql, facts, results)) }}
{% endmacro %}
