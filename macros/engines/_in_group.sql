{# Whether a row takes part in a sequence group: one without any sequence of the group leaves it alone. #}
{% macro _in_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is not null') %}
  {% endfor %}
  {{ return('(' ~ parts | join(' or ') ~ ')' if parts | length > 1 else '(' ~ parts[0] ~ ')') }}
{% endmacro %}
