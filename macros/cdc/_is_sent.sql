{# Whether a leaf has a value that is not null, as SQL. #}
{% macro _is_sent(leaf, leaf_type) %}
  {{ return(leaf ~ ' is not null' ~ (' and not is_variant_null(' ~ leaf ~ ')' if leaf_type == 'variant' else '')) }}
{% endmacro %}
