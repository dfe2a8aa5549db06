{# Whether a text can be the name of a tag. As in Paimon, a number cannot. #}
{% macro _is_tag_name(text) %}
  {{ return(modules.re.match('(?![0-9]+\\Z)[\\w.-]{1,100}\\Z', text) is not none) }}
{% endmacro %}
