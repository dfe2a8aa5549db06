{% macro _options_clause(options) %}
  {% set pairs = [] %}
  {% for name, value in options.items() %}
    {% do pairs.append("'" ~ name ~ "' = " ~ tablestore._string_literal(value)) %}
  {% endfor %}
  {{ return('with (' ~ pairs | join(', ') ~ ')') }}
{% endmacro %}
