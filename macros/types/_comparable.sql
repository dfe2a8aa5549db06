{#
  An expression that is equal for equal values of a type, and that has an order: Spark compares no maps and no variants.

    a map      its entries, ordered by their keys
    a variant  its type and its JSON: 1, 1.0 and '1' are three values, and the order of the keys of an object does not count

  A struct or an array that contains one of them is compared by its parts. A null is null in every form.
#}
{% macro _comparable(value, type) %}
  {% if not modules.re.search('map<|variant', type | lower) %}
    {{ return(value) }}
  {% endif %}
  {{ return(tablestore._comparable_parts(value, tablestore._parsed_type(type), 1)) }}
{% endmacro %}
