{# A regular expression that a user has written for a whole text, as a literal for RLIKE. #}
{% macro _whole_text(pattern) %}
  {{ return(tablestore.string_literal('^(?:' ~ pattern ~ ')$')) }}
{% endmacro %}
