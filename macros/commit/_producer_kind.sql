{# The changelog producer as the table records it: a log whose changes are written together is another kind of log. #}
{% macro _producer_kind(plan) %}
  {% if not plan.changelog %}
    {{ return('none') }}
  {% endif %}
  {{ return(plan.changelog.producer ~ (', apart' if plan.changelog.pending_table else '')) }}
{% endmacro %}
