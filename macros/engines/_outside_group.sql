{# Whether a row leaves a sequence group alone: every field that orders the group is null. #}
{% macro _outside_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is null') %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}
