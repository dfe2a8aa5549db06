{#
  dbt run-operation check_views [--args '{select: orders_by_region}']

  Prints for each materialized view of the project whether it is refreshed incrementally, or why not. Fails if one no
  longer can be: if it was refreshed incrementally before, or if its refresh_policy is incremental or
  incremental_strict.
#}
{% macro check_views(select=none) %}
  {% do tablestore._check_arguments('check_views', '{select: orders_by_region}', optional={'select': select},
      unknown=kwargs) %}
  {% set problems = [] %}
  {% for node in tablestore._selected_views('check_views', select) %}
    {% set relation, name = tablestore._model_relation(node), tablestore.versioned_name(node) %}
    {% set query = tablestore._compiled_select('check_views', node, relation) %}
    {% set properties = tablestore._properties_of_view(relation) %}
    {% set recorded = fromjson(properties.get('tablestore.view', '{}')) %}
    {% set settings = tablestore.view_options(node) %}
    {% set planned = tablestore._adapter_views().planned(query.sql, query.columns, settings.state_ttl > 0,
        key=settings.primary_key) %}
    {% set view = tablestore._adapter_views().as_recorded(planned, recorded) %}
    {% set reasons = [view.result.reason] if view.result.reason
        else tablestore_view_input_reasons(view).values() | select | list %}
    {% set refresh = 'full refresh: ' ~ reasons | join('; ') if reasons else 'refreshed incrementally' %}
    {% do print(name ~ ': ' ~ refresh) %}
    {% set expected = tablestore._adapter_refreshes().was_incremental(properties)
        or settings.refresh_policy in ['incremental', 'incremental_strict'] %}
    {% if reasons and expected %}
      {% do problems.append("model '" ~ name ~ "' can no longer be refreshed incrementally: "
          ~ reasons | join('; ')) %}
    {% endif %}
  {% endfor %}
  {% do tablestore.fail('check_views', problems) %}
{% endmacro %}

{# The properties of the table with the rows of a materialized view; none before its first run. #}
{% macro _properties_of_view(relation) %}
  {% set stored = load_relation(tablestore.rows_of_view(relation)) %}
  {% set last = tablestore.last_commit(stored, stored) if stored else {'properties': {}} %}
  {{ return(last.properties) }}
{% endmacro %}
