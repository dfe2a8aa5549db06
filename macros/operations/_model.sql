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

{# The keyed models and materialized views of a selection: one name, or what `dbt --select` takes, as text or list. #}
{% macro _selected_models(operation, select) %}
  {% do tablestore._require_adapter(operation) %}
  {% set is_name = select is string and modules.re.match('^[\w.]+$', select) %}
  {% if is_name %}
    {{ return([tablestore._planned_model(operation, select)]) }}
  {% endif %}
  {% set models = [] %}
  {% for unique_id in tablestore._adapter_plans().selected(select) if unique_id in graph.nodes %}
    {% set node = graph.nodes[unique_id] %}
    {% do models.append(node) if node.resource_type == 'model' and tablestore._model_has_plan(node) %}
  {% endfor %}
  {% if not models %}
    {% do tablestore.fail(operation, ['select: ' ~ select ~ ' matches no keyed model or materialized view']) %}
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
