{# Row kinds the model ignores never reach the engine; a kind that is none does, to be refused. #}
{% macro _row_kind_filter(plan, skips=[]) %}
  {% if not plan.kind_column %}
    {{ return('') }}
  {% elif plan.options.ignore_delete %}
    {{ return("\n  where coalesce(_kind, '') not in ('-U', '-D')") }}
  {% elif plan.options.ignore_update_before or skips %}
    {{ return("\n  where coalesce(_kind, '') <> '-U'") }}
  {% endif %}
  {{ return('') }}
{% endmacro %}
