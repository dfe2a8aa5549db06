{#
  What `maintain` needs to know of a model: how long old snapshots of its table and its deletes are kept, the first in
  milliseconds, and whether its rows are to be sorted. A model that no run maintains needs manual maintenance.
#}
{% macro _maintenance_of(node) %}
  {% set problems, given, retained = [], node.config.get('maintenance'), node.config.get('delete_retained') %}
  {% set settings = tablestore._read_maintenance(given if given is mapping else {}, problems) %}
  {% set retained = none if retained is none
      else tablestore._read_value('delete_retained', {'type': 'duration'}, retained, problems) %}
  {% do tablestore.fail("model '" ~ node.name ~ "'", problems) %}
  {{ return({'keep_history': settings.keep_history, 'sorted': (node.config.get('cluster_by') or []) | length > 0,
      'delete_retained': retained}) }}
{% endmacro %}
