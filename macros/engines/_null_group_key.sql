{# The key of a sequence group, see `_group_key`, before any row: a null for each of its fields. #}
{% macro _null_group_key(group) %}
  {% set fields = [] %}
  {% for field in group.sequence %}
    {% do fields.append(tablestore._comparable('cast(null as ' ~ field.type ~ ')', field.type) ~ ' as ' ~ field.quoted) %}
  {% endfor %}
  {{ return('struct(' ~ fields | join(', ') ~ ')') }}
{% endmacro %}
