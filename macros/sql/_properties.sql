{# Table properties as SQL; a later mapping wins over an earlier one. #}
{% macro _properties() %}
  {% set merged = {} %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% set pairs = [] %}
  {% for name, value in merged.items() %}
    {% do pairs.append("'" ~ name ~ "' = " ~ tablestore._text(value)) %}
  {% endfor %}
  {{ return(pairs | join(', ')) }}
{% endmacro %}
