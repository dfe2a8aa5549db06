{#
  Whether the row is removed; none if the engine removes no rows. As in Flink, retractions from an expired row have no effect.
#}
{% macro _removed(plan, engine) %}
  {% if not plan.expiry or not plan.kind_column %}
    {{ return(engine.removed) }}
  {% endif %}
  {{ return(('(' ~ engine.removed ~ ') or ' if engine.removed else '') ~ '_expired and new._only_retractions') }}
{% endmacro %}
