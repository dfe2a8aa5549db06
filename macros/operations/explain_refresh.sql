{#
  dbt run-operation explain_refresh --args '{select: orders_by_region}'

  Prints the operators of a materialized view as a tree, and whether it is refreshed incrementally, or why not; then
  why the next refresh computes all rows, or what it would take, by what those before it took. Counts the changes, and
  runs nothing else but DESCRIBE and SHOW, and asks for the time if the rows depend on it.
#}
{% macro explain_refresh(select=none) %}
  {% do tablestore._check_arguments('explain_refresh', '{select: orders_by_region}', needed={'select': select},
      unknown=kwargs) %}
  {% do tablestore._require_adapter('explain_refresh') %}
  {% for name in tablestore._model_names(select) %}
    {% set node = tablestore._view_named('explain_refresh', name) %}
    {% set relation = tablestore._model_relation(node) %}
    {% set query = tablestore._compiled_select('explain_refresh', node, relation) %}
    {% set options = tablestore.view_options(node) %}
    {% set state_ttl = options.state_ttl %}
    {% set table = load_relation(tablestore.rows_of_view(relation)) %}
    {% set last = tablestore.last_commit(table, table) %}
    {% set planned = tablestore._adapter_views().planned(query.sql, query.columns, state_ttl > 0, node,
        options.primary_key) %}
    {% set planned = tablestore._adapter_views().at_a_refresh(planned, last.properties) %}
    {% set view = tablestore._adapter_views().as_recorded(planned,
        fromjson(last.properties.get('tablestore.view', '{}'))) %}
    {% for line in tablestore._adapter_views().explained(view, tablestore_view_input_reasons(view), node, state_ttl,
        last.properties) %}
      {% do print(line) %}
    {% endfor %}
    {% for line in tablestore_explained_costs(view, load_relation(relation), table, options, last) %}
      {% do print('  ' ~ line) %}
    {% endfor %}
  {% endfor %}
{% endmacro %}
