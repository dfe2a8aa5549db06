{# The changelog producer as the table records it. 'apart' marks a log that gets the changes of several commits together. #}
{% macro _producer_kind(plan) %}
  {% if not plan.changelog %}
    {{ return('none') }}
  {% endif %}
  {{ return(plan.changelog.producer ~ (', apart' if plan.changelog.pending_table else '')) }}
{% endmacro %}
