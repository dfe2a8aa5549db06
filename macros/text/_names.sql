{# Names as one text: with commas between them, or as JSON if a name has a comma. `_split_names` reads both. #}
{% macro _joined_names(names) %}
  {% set text = names | join(',') %}
  {{ return(text if text.split(',') == names | list and not text.startswith('[') else tojson(names | list)) }}
{% endmacro %}

{# The names in a text that `_joined_names` wrote. #}
{% macro _split_names(text) %}
  {{ return(fromjson(text) if text.startswith('[') else text.split(',')) }}
{% endmacro %}
