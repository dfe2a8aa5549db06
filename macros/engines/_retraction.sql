{# Whether a row of the batch is a retraction (-U or -D); none if the model has no retractions. #}
{% macro _is_retraction(plan, prefix='') %}
  {% if not plan.kind_column or plan.options.ignore_delete %}
    {{ return(none) }}
  {% endif %}
  {{ return(prefix ~ ("_kind = '-D'" if plan.options.ignore_update_before else "_kind in ('-U', '-D')")) }}
{% endmacro %}

{#
  The flags that the refusals of an engine read, as expressions of the GROUP BY: whether the batch has a retraction of
  the row, or of one of its sequence groups.
#}
{% macro _retraction_flags(plan, engine, is_retraction=none) %}
  {% set condition = is_retraction or tablestore._is_retraction(plan) %}
  {% set texts = engine.refusals | map(attribute='when') | join(' ') %}
  {% set flags = {'_has_retraction': 'bool_or(' ~ condition ~ ')'} if 'new._has_retraction ' in texts else {} %}
  {% for group in plan.groups if 'new._has_retraction_' ~ group.number ~ ' ' in texts %}
    {% set in_group = condition ~ ' and ' ~ tablestore._in_group(group) %}
    {% do flags.update({'_has_retraction_' ~ group.number: 'bool_or(' ~ in_group ~ ')'}) %}
  {% endfor %}
  {{ return(flags) }}
{% endmacro %}
