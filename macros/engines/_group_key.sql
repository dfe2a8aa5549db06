{# The value by which the rows of a sequence group are compared; null is smaller than any value. #}
{% macro _group_key(group, prefix='') %}
  {{ return('struct(' ~ tablestore._group_fields(group, prefix) | join(', ') ~ ')') }}
{% endmacro %}
