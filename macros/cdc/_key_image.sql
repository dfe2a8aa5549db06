{# The row that a delete without a row removes: its key, from the key of the message, and nulls. #}
{% macro _key_image(leaves, options) %}
  {% set values, fields = [], tablestore._key_fields(leaves, options) %}
  {% for name, type in leaves.items() %}
    {% do values.append(tablestore.string_literal(name) ~ ', ' ~ (fields[name] if name in fields
        else 'cast(null as ' ~ type ~ ')')) %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('named_struct', values)) }}
{% endmacro %}
