{# The names in a text that `_joined_names` wrote. #}
{% macro _split_names(text) %}
  {{ return(fromjson(text) if text.startswith('[') else text.split(',')) }}
{% endmacro %}
