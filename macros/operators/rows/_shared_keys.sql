{# The join keys that have the same name on both sides, quoted. #}
{% macro _shared_keys(keys) %}
  {% set names = [] %}
  {% for key in keys if key.left | lower == key.right | lower %}
    {% do names.append(tablestore._quote(key.left)) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}
