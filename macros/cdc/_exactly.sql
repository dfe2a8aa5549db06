{# A regular expression for a text, with only its special characters escaped. #}
{% macro _exactly(text) %}
  {{ return(modules.re.sub('([.^$*+?{}()|\\[\\]\\\\])', '\\\\\\1', text)) }}
{% endmacro %}
