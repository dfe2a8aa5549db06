{# The compiled plan of a model as its SQL, its hints and its settings are now, whatever the plan it names says. #}
{% macro _current_plan(operation, name) %}
  {% set given = tablestore._planned_model(operation, name) %}
  {% set node = dict(given, config=dict(given.config, compiled_plan=none)) %}
  {% set relation = tablestore._relation_of(node) %}
  {% set plans, results = adapter.plans(), [] %}
  {% set sql = plans.sql(node.unique_id) %}
  {% if node.language == 'python' and not load_relation(relation) %}
    {% do tablestore._fail(operation, ["the columns of a Python model are known once it ran: dbt run --select " ~ name]) %}
  {% endif %}
  {% set columns = tablestore._relation_columns(relation) if node.language == 'python' else tablestore._query_columns(sql) %}
  {% for query in plans.queries(sql) %}
    {% do results.append(tablestore._query_columns(query)) %}
  {% endfor %}
  {% set facts = tablestore._plan_facts(tablestore.merge_plan(node, relation, columns), columns) %}
  {{ return(plans.plan(node, sql, facts, results)) }}
{% endmacro %}

{# The keyed model with this name, for an operation of the adapter's. #}
{% macro _planned_model(operation, name) %}
  {% do tablestore._needs_adapter(operation) %}
  {% set node = tablestore._model_named(operation, name) %}
  {% if not tablestore._is_keyed(node) %}
    {% do tablestore._fail(operation, ["model '" ~ name ~ "' keeps no state and needs no plan: it has no primary_key"]) %}
  {% endif %}
  {{ return(node) }}
{% endmacro %}

{# Plans are files, which Jinja alone can neither read nor write. #}
{% macro _needs_adapter(operation) %}
  {% if adapter.type() != 'tablestore' %}
    {% do tablestore._fail(operation, ["compiled plans are files, which the adapter dbt-tablestore reads and writes; the profile's type is "
        ~ adapter.type() ~ ': write type: tablestore']) %}
  {% endif %}
{% endmacro %}
