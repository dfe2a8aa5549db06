{#
  A row as a struct of leaves, from maps of variants by the names of columns. For each column, the first map that has
  it counts, even if its value is null.

    lookups    pairs of a map and what its names begin with
    otherwise  a struct with the values of columns that are in no map; none if these are null
#}
{% macro _image_from_maps(leaves, lookups, otherwise=none) %}
  {% set values = [] %}
  {% for name, type in leaves.items() %}
    {% set branches = [] %}
    {% for map, prefix in lookups %}
      {% set field = tablestore.string_literal(prefix ~ name) %}
      {% set value = 'try_element_at(' ~ map ~ ', ' ~ field ~ ')' %}
      {% do branches.append('when map_contains_key(' ~ map ~ ', ' ~ field ~ ') then '
          ~ (value if type == 'variant' else 'try_variant_get(' ~ value ~ ", '$', 'string')")) %}
    {% endfor %}
    {% set last = otherwise ~ '.' ~ tablestore._quote(name, exact=true) if otherwise else none %}
    {% set value = tablestore._wrapped_case(branches, last) | indent(2) %}
    {% do values.append(tablestore.string_literal(name) ~ ', ' ~ value) %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('named_struct', values)) }}
{% endmacro %}
