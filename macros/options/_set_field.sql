{# Field names compare in lower case, without blanks between those of a group. #}
{% macro _set_field(field, name, value, given) %}
  {% set key = field.split(',') | map('trim') | map('lower') | join(',') %}
  {% do given.fields.setdefault(key, {}).update({name: value}) %}
{% endmacro %}
