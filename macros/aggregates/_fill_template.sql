{# A template with its values filled in. If it is certain that a value was added before, {init} decides right away. #}
{% macro _fill_template(template, acc, value, init='false') %}
  {% if init == 'true' %}
    {% set template = template | replace('if({init}, {acc}, {value})', '{acc}')
        | replace('if({init}, {value}, {acc})', '{value}') %}
  {% endif %}
  {{ return(tablestore._filled(template, {'{init}': init, '{acc}': acc, '{value}': value})) }}
{% endmacro %}
