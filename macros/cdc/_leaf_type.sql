{#
  The type with which a column is read from JSON: `string`, the text of any value, or `variant` where the text would not
  be exact: a number with many digits, or values in values.
#}
{% macro _leaf_type(type) %}
  {{ return('variant' if tablestore._type_family(type) in ['decimal', 'array', 'map', 'struct']
      or type | lower == 'variant' else 'string') }}
{% endmacro %}
