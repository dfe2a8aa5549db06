{#
  Whether the row is removed; none when no row is. Taking values back from an expired row has no effect, as in Flink, however
  many rows of the batch do so.
#}
{% macro _removed(plan, engine) %}
  {% if not plan.expiry or not plan.kind_column %}
    {{ return(engine.removed) }}
  {% endif %}
  {{ return(('(' ~ engine.removed ~ ') or ' if engine.removed else '') ~ '_expired and new._only_retractions') }}
{% endmacro %}
