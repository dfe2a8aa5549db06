{# A model's node as if it named no compiled plan. #}
{% macro _without_compiled_plan(node) %}
  {{ return(dict(node, config=dict(node.config, compiled_plan=none))) }}
{% endmacro %}
