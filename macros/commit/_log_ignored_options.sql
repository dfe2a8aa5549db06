{# Logs which options of a pasted WITH clause have no effect, and why. #}
{% macro _log_ignored_options(plan) %}
  {% for spelling, reason in plan.ignored_options.items() %}
    {% do log(plan.model ~ ": '" ~ spelling ~ "' has no effect: " ~ reason, info=true) %}
  {% endfor %}
{% endmacro %}
