{#
  Decides the state TTL of a keyed table, in milliseconds, 0 for never, and notes what set it: the compiled plan of the
  model goes before its config, and that before the variable of the project.
#}
{% macro _settle_ttl(given, node) %}
  {% set planned = tablestore._planned_ttls({'type': 'keyed-merge'}, node) %}
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
