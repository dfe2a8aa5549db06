{# The same for the rows of a batch, where the order of arrival decides between equals. #}
{% macro _group_order(group) %}
  {{ return('struct(' ~ group.sequence | map(attribute='quoted') | join(', ') ~ ', _order)') }}
{% endmacro %}
