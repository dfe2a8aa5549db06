{# What rows of a group compare by; a null is smaller than any value. #}
{% macro _group_key(group, prefix='') %}
  {{ return('struct(' ~ prefix ~ group.sequence | map(attribute='quoted') | join(', ' ~ prefix) ~ ')') }}
{% endmacro %}
