{# Table properties as SQL, in parentheses. A later mapping overrides an earlier one. #}
{% macro _property_list() %}
  {% set merged, pairs = {}, [] %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% for name, value in merged.items() %}
    {% do pairs.append(tablestore._string_literal(name) ~ ' = ' ~ tablestore._string_literal(value)) %}
  {% endfor %}
  {{ return('(' ~ pairs[0] ~ ')' if pairs | length == 1 else '(\n  ' ~ pairs | join(',\n  ') ~ '\n)') }}
{% endmacro %}
