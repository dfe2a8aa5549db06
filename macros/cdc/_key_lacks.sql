{# Whether the key of a message lacks a column of the primary key, and what it gives then, as the branch of a CASE. #}
{% macro _key_lacks(leaves, options, asked=false) %}
  {% set fields, conditions = tablestore._key_fields(leaves, options), [] %}
  {% for value in fields.values() %}
    {% do conditions.append(value ~ ' is null') %}
  {% endfor %}
  {% set text = ' has a key without a value of ' ~ fields.keys() | join(', ') ~ '; its key is ' %}
  {% set text = tablestore.string_literal(text) ~ ', left(_key, 200)' %}
  {{ return([conditions | join(' or '), tablestore._not_understood(options, text, asked)] if conditions
      and not options.keeps_null_keys else []) }}
{% endmacro %}
