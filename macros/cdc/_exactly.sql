{# A regular expression for a text, with only its special characters escaped. #}
{% macro _exactly(text) %}
  {{ return(modules.re.sub('([^\\w-])', '\\\\\\1', text)) }}
{% endmacro %}
