{# A model's node without the config `compiled_plan`. #}
{% macro _without_compiled_plan(node) %}
  {{ return(dict(node, config=dict(node.config, compiled_plan=none))) }}
{% endmacro %}
