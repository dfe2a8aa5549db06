{# Sets an option of a field. Field names are in lower case, and those of a group have no spaces between them. #}
{% macro _set_field(field, name, value, given) %}
  {% set key = field.split(',') | map('trim') | map('lower') | join(',') %}
  {% do given.fields.setdefault(key, {}).update({name: value}) %}
{% endmacro %}
