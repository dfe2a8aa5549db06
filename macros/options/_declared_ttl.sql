{# The state TTL that a model has now, in milliseconds, whatever the one of its last run was. #}
{% macro _declared_ttl(node) %}
  {% set given = tablestore._read_options(node) %}
  {% do tablestore._fail("model '" ~ node.name ~ "'", given.problems) %}
  {{ return(given.options.state_ttl) }}
{% endmacro %}
