{# What a message gives without a value of the primary key, with which a model would fail. #}
{% macro _without_key(options, asked) %}
  {{ return(tablestore._not_understood(options, tablestore.string_literal(' has no value of the primary key, '
      ~ options.checked_keys.keys() | join(', ') ~ ', that fits its type'), asked)) }}
{% endmacro %}
