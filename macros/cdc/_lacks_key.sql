{#
  Whether one of some changes has no value of a column of the key, as SQL: its value does not fit, or is null and the
  call names the key. Of the key of a model, its query can replace a null.

    changes  an array, see `_change_array`
#}
{% macro _lacks_key(changes, options) %}
  {% set conditions = [] %}
  {% for name, column in options.checked_keys.items() %}
    {% set leaf = 'c.image.' ~ tablestore._quote(name, exact=true) %}
    {% set sent = ' and ' ~ tablestore._is_sent(leaf, tablestore._leaf_type(column.type)) %}
    {% do conditions.append(tablestore._value_of_leaf(leaf, column.type, options.numbers, column.facts, options)
        ~ ' is null' ~ ('' if options.skips_null_keys else sent)) %}
  {% endfor %}
  {{ return('exists(' ~ changes ~ ', c -> ' ~ conditions | join(' or ') ~ ')') }}
{% endmacro %}
