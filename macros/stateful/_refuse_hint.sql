{# A problem for a hint that is given to an operator without effect: Flink's hint acts on joins and group aggregates only. #}
{% macro _refuse_hint(hint, problems) %}
  {% if hint is not none %}
    {% do problems.append("hint: STATE_TTL acts on joins and group aggregates and would have no effect here; set state_ttl in the model's config, or the ttl in its compiled plan") %}
  {% endif %}
{% endmacro %}
