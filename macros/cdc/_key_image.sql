{# The row that a delete without a row removes: its key, from the key of the message, and nulls. #}
{% macro _key_image(leaves, options) %}
  {% set keys, values = {}, [] %}
  {% set names = options.primary_key | map('lower') | list %}
  {% for name, type in leaves.items() if name | lower in names %}
    {% do keys.update({name: type}) %}
  {% endfor %}
  {% set fields = dict(keys, payload=tablestore._struct_type(keys)) %}
  {% set schema = tablestore.string_literal(tablestore._field_types(fields)) %}
  {% set parsed = 'from_json(_key, ' ~ schema ~ ", map('mode', 'PERMISSIVE'))" %}
  {% for name, type in leaves.items() %}
    {% set field = tablestore._quote(name, exact=true) %}
    {% do values.append(tablestore.string_literal(name) ~ ', ' ~ ('coalesce(' ~ parsed ~ '.' ~ field ~ ', ' ~ parsed
        ~ '.payload.' ~ field ~ ')' if name in keys else 'cast(null as ' ~ type ~ ')')) %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('named_struct', values)) }}
{% endmacro %}
