{# Whether a row takes part in a sequence group: it has a value in at least one field that orders the group. #}
{% macro _in_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is not null') %}
  {% endfor %}
  {{ return(parts[0] if parts | length == 1 else '(' ~ parts | join(' or ') ~ ')') }}
{% endmacro %}
