{# The model with this name. If there is none, the operation fails and suggests similar names. #}
{% macro _model_named(operation, name) %}
  {% set found = tablestore._found_model(name) %}
  {% if not found.node %}
    {% do tablestore.fail(operation, ["there is no model '" ~ name ~ "'" ~ found.near]) %}
  {% endif %}
  {{ return(found.node) }}
{% endmacro %}

{# Names given as a list, or as text separated by spaces or commas. #}
{% macro _model_names(select) %}
  {{ return(select.replace(',', ' ').split() if select is string else tablestore._as_list(select)) }}
{% endmacro %}

{#
  The keyed models and materialized views of a selection: names, and what else `dbt --select` takes, as text or list. A
  name means one model, as everywhere in operations: to dbt, `orders` is every version of it, in each package.
#}
{% macro _selected_models(operation, select) %}
  {% do tablestore._require_adapter(operation) %}
  {% set parts = select.split() if select is string else tablestore._as_list(select) %}
  {% set found, others = [], [] %}
  {% for part in parts %}
    {% set node = tablestore._found_model(part).node %}
    {% do found.append(node.unique_id) if node else others.append(part | string) %}
  {% endfor %}
  {% if found and parts | length == 1 %}
    {{ return([tablestore._planned_model(operation, parts[0])]) }}
  {% endif %}
  {% do found.extend(tablestore._adapter_plans().selected(others)) if others %}
  {% set models = [] %}
  {% for unique_id in found | unique(case_sensitive=true) | sort(case_sensitive=true) if unique_id in graph.nodes %}
    {% set node = graph.nodes[unique_id] %}
    {% do models.append(node) if node.resource_type == 'model' and tablestore._model_has_plan(node) %}
  {% endfor %}
  {% if not models %}
    {% set near = tablestore._found_model(parts[0]).near if parts | length == 1 else '' %}
    {% do tablestore.fail(operation, ['select: ' ~ select ~ ' matches no keyed model or materialized view' ~ near]) %}
  {% endif %}
  {{ return(models) }}
{% endmacro %}

{# The keyed model or materialized view with this name, for an operation that needs the adapter. #}
{% macro _planned_model(operation, name) %}
  {% do tablestore._require_adapter(operation) %}
  {% set node = tablestore._model_named(operation, name) %}
  {% if not tablestore._model_has_plan(node) %}
    {% do tablestore.fail(operation, ["model '" ~ name
        ~ "' is not a keyed model: it has no primary_key, keeps no state and needs no plan"]) %}
  {% endif %}
  {{ return(node) }}
{% endmacro %}

{# Whether a model can have a compiled plan. #}
{% macro _model_has_plan(node) %}
  {{ return(tablestore.is_keyed(node) or tablestore._config_of(node).materialized == 'materialized_view') }}
{% endmacro %}
