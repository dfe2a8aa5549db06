{# The state TTL in a model's config, in milliseconds. The last run of the model may have used another one. #}
{% macro _declared_ttl(node) %}
  {% set given = tablestore._read_options(node) %}
  {% do tablestore.fail("model '" ~ node.name ~ "'", given.problems) %}
  {{ return(given.options.state_ttl) }}
{% endmacro %}
