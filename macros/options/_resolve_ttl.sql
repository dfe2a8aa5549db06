{#
  Sets the state TTL of a keyed table in milliseconds, 0 if rows never expire, and what it comes from. The compiled plan of
  the model, if it counts (`by_plan`), takes precedence over its config, and the config over the variable of the project.
#}
{% macro _resolve_ttl(given, node, by_plan) %}
  {% set planned = tablestore._planned_ttls({'type': 'keyed-merge'}, node) if by_plan else {} %}
  {% set project = var('tablestore_state_ttl', none) %}
  {% if 'tableState' in planned %}
    {% set ttl, source = planned.tableState, 'plan' %}
  {% elif given.options.state_ttl is not none or project is none %}
    {% set ttl, source = given.options.state_ttl, 'state_ttl' %}
  {% else %}
    {% set ttl, source = tablestore._read_ttl('tablestore_state_ttl', project, given.problems), 'tablestore_state_ttl' %}
  {% endif %}
  {% do given.options.update({'state_ttl': ttl or 0}) %}
  {% do given.update({'ttl_source': source}) %}
{% endmacro %}
