{#
  Where the side tables are, as JSON for the properties of a commit: their schema and the table that they belong to; empty for
  side tables in the schema of the table. `moved_from` is the schema that a rebuild moves them from.
#}
{% macro _recorded_place(plan, last, rebuild) %}
  {% set place = {'schema': plan.side_schema, 'table': plan.table} if plan.side_schema else {} %}
  {% if rebuild and last.epoch and last.side_schema != plan.side_schema %}
    {% do place.update({'moved_from': last.side_schema}) %}
  {% endif %}
  {{ return(tojson(place, sort_keys=true)) }}
{% endmacro %}
