{# Says once per run which options of a pasted WITH clause do nothing here, and why. #}
{% macro _log_needless(plan) %}
  {% for spelling, why in plan.needless.items() %}
    {% do log(plan.model ~ ": '" ~ spelling ~ "' has no effect: " ~ why, info=true) %}
  {% endfor %}
{% endmacro %}
