{# A template with its values put in. #}
{% macro _fill_template(template, acc, value, init='false') %}
  {{ return(template | replace('{init}', init) | replace('{acc}', acc) | replace('{value}', value)) }}
{% endmacro %}
