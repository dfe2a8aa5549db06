{# The fields that order a group, as expressions to compare. Each has the name of its field. #}
{% macro _group_fields(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% set part = tablestore._comparable_column(field, prefix) %}
    {% do parts.append(part if part == prefix ~ field.quoted else part ~ ' as ' ~ field.quoted) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}
