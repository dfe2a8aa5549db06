{#
  What the compiled plan of a model says of an operator's states, in milliseconds: {'leftState': 86400000}. It wins over
  a hint and over the model's `state_ttl`; a state that its file does not name is left to those, and so is every state
  of a model that has no plan.

    operator  {type, inputs, arguments, states}
    node      the model's node, none where the model itself is being compiled
#}
{% macro _planned_ttls(operator, node=none) %}
  {% set node = model if node is none and model is defined else node %}
  {% if not execute or not node or not node.config.compiled_plan %}
    {{ return({}) }}
  {% elif adapter.type() != 'tablestore' %}
    {% do tablestore._fail("model '" ~ node.name ~ "'", ["'compiled_plan' is read by the adapter dbt-tablestore, and the profile's type is "
        ~ adapter.type() ~ ': remove it, or write type: tablestore']) %}
  {% endif %}
  {{ return(adapter.plans().ttls(node, operator)) }}
{% endmacro %}
