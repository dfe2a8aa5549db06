{# The order of the rows of a batch in a sequence group; the order of the batch decides between equal sequences. #}
{% macro _group_order(group) %}
  {{ return('struct(' ~ group.sequence | map(attribute='quoted') | join(', ') ~ ', _order)') }}
{% endmacro %}
