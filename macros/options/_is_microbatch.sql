{# Whether dbt builds the model in batches of event time, each in a run of its own. #}
{% macro _is_microbatch(node) %}
  {{ return(node.config.get('incremental_strategy') == 'microbatch') }}
{% endmacro %}
