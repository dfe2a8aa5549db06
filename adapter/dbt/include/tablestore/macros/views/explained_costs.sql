{#
  What the next refresh of a view does and would take, as lines of text; none before its first run.

    existing  the view
    table     the table with its rows
#}
{% macro tablestore_explained_costs(view, existing, table, options, last) %}
  {% if not last.exists or not existing or existing.type != 'materialized_view' %}
    {{ return([]) }}
  {% endif %}
  {% set last = dict(last, touched=tablestore.touched_since(table, last)) %}
  {% set rebuild = tablestore_explained_rebuild(tablestore_view_needs(view, options, last), options) %}
  {# no policy chooses where states expire #}
  {% if rebuild or view.operators %}
    {{ return([rebuild] if rebuild else []) }}
  {% endif %}
  {% set inputs, changes, refreshes = tablestore_view_inputs(view, last), {}, adapter.refreshes() %}
  {% for name, input in inputs.items() if input.changes %}
    {% set counted = refreshes.counted(view, name, input.changes) %}
    {% do changes.update({name: tablestore.query_rows(counted)[0].n | int}) %}
  {% endfor %}
  {{ return(refreshes.explained(view, inputs, changes, last.properties, options.refresh_policy)) }}
{% endmacro %}

{# Why the next refresh computes all rows whatever its inputs are, or does not run; none if neither is so. #}
{% macro tablestore_explained_rebuild(needs, options) %}
  {% set mode = options.on_configuration_change | string if needs.own else 'apply' %}
  {% set reason = needs.rebuild or 'changed: ' ~ (needs.own or []) | map(attribute='text') | join(', ') %}
  {% if mode != 'apply' %}
    {{ return('next refresh: ' ~ ('fails' if mode == 'fail' else 'none') ~ ", because on_configuration_change is '"
        ~ mode ~ "'; " ~ reason) }}
  {% elif not needs.rebuild %}
    {{ return(none) }}
  {% elif options.refresh_policy == 'incremental_strict' and not needs.asked %}
    {{ return("next refresh: fails, because refresh_policy is 'incremental_strict'; " ~ reason) }}
  {% endif %}
  {{ return('next refresh: full, because ' ~ reason) }}
{% endmacro %}
