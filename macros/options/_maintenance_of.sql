{#
  What `maintain` needs to know of a model: how long old snapshots of its table are kept, in milliseconds, and whether
  its rows are sorted. A model that no run maintains needs manual maintenance.
#}
{% macro _maintenance_of(node) %}
  {% set problems, given = [], node.config.get('maintenance') %}
  {% set settings = tablestore._read_maintenance(given if given is mapping else {}, problems) %}
  {% do tablestore.fail("model '" ~ node.name ~ "'", problems) %}
  {{ return({'keep_history': settings.keep_history, 'sorted': (node.config.get('cluster_by') or []) | length > 0}) }}
{% endmacro %}
