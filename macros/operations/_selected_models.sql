{#
  The keyed models and materialized views of a selection: the name of one, or what `dbt --select` takes, as text or a
  list.
#}
{% macro _selected_models(operation, select) %}
  {% do tablestore._require_adapter(operation) %}
  {% set is_name = select is string and modules.re.match('^[\w.]+$', select) %}
  {% if is_name %}
    {{ return([tablestore._planned_model(operation, select)]) }}
  {% endif %}
  {% set models = [] %}
  {% for unique_id in adapter.plans().selected(select) if unique_id in graph.nodes %}
    {% set node = graph.nodes[unique_id] %}
    {% do models.append(node) if node.resource_type == 'model' and tablestore._has_plan(node) %}
  {% endfor %}
  {% if not models %}
    {% do tablestore._fail(operation, ['select: ' ~ select ~ ' matches no keyed model or materialized view']) %}
  {% endif %}
  {{ return(models) }}
{% endmacro %}
