{# The order of the rows of a batch in a sequence group; the order of the batch decides between equal sequences. #}
{% macro _group_order(group) %}
  {{ return('struct(' ~ tablestore._group_fields(group) | join(', ') ~ ', _order)') }}
{% endmacro %}
