{# Whether a row does not take part in a sequence group: every field that orders the group is null. #}
{% macro _outside_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is null') %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}
