{# A name without the backticks in which a user has written it. #}
{% macro _unquoted(name) %}
  {% set name = name.strip() %}
  {{ return(name[1:-1] | replace('``', '`') if modules.re.match('`([^`]|``)+`\\Z', name) else name) }}
{% endmacro %}
