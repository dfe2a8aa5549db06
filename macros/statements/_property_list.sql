{# Table properties as SQL; a later mapping wins over an earlier one. #}
{% macro _property_list() %}
  {% set merged = {} %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% set pairs = [] %}
  {% for name, value in merged.items() %}
    {% do pairs.append(tablestore._string_literal(name) ~ ' = ' ~ tablestore._string_literal(value)) %}
  {% endfor %}
  {{ return(pairs | join(', ')) }}
{% endmacro %}
