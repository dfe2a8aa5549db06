{# The compiled plan of a model from its current SQL, hints and settings, without the plan that its config names. #}
{% macro _current_plan(operation, node) %}
  {% set relation = tablestore._model_relation(node) %}
  {% if tablestore._config_of(node).materialized == 'materialized_view' %}
    {% set query = tablestore._compiled_select(operation, node, relation) %}
    {% set settings = tablestore.view_options(node) %}
    {% set facts = tablestore.view_plan_facts(settings, query.columns) %}
    {{ return(tablestore._adapter_views().compiled(node, query.sql, query.columns, facts, settings.state_ttl,
        settings.primary_key)) }}
  {% endif %}
  {% set plans, results = tablestore._adapter_plans(), [] %}
  {% set sql = plans.sql(node.unique_id) %}
  {% if node.language == 'python' %}
    {% do tablestore._require_known_columns(operation, node, relation) %}
    {% set columns = tablestore._describe_table(relation) %}
  {% else %}
    {% set columns = tablestore.query_columns(sql) %}
  {% endif %}
  {% for query in plans.queries(sql) %}
    {% do results.append(tablestore.query_columns(query)) %}
  {% endfor %}
  {% set plan = tablestore.merge_plan(tablestore._keyed_settings(node, by_plan=false), relation, columns) %}
  {{ return(plans.plan(node, sql, tablestore._compiled_plan_facts(plan, columns), results)) }}
{% endmacro %}
