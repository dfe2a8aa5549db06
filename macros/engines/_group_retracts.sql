{# Per group, whether a retraction reached it; each group learns the name it goes by. #}
{% macro _group_retracts(plan) %}
  {% set result = {} %}
  {% for group in plan.groups %}
    {% do result.update({group.retracts: 'bool_or(' ~ tablestore._is_retraction(plan) ~ ' and ' ~ tablestore._in_group(group) ~ ')'}) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
