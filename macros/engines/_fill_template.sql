{#
  A template of an aggregate function with its values. If it is certain that a value was added before, {init} decides
  right away.
#}
{% macro _fill_template(template, acc, value, init='false') %}
  {% if init == 'true' %}
    {% set template = template | replace('if({init}, {acc}, {value})', '{acc}')
        | replace('if({init}, {value}, {acc})', '{value}') %}
  {% endif %}
  {{ return(tablestore._fill_template_words(template, {'{init}': init, '{acc}': acc, '{value}': value})) }}
{% endmacro %}

{# A template with values in place of its words in braces. A value stays as it is, even if it contains such a word. #}
{% macro _fill_template_words(template, values) %}
  {% set parts = [] %}
  {% for part in modules.re.split('(\\{[a-z]+\\})', template) %}
    {% do parts.append(values.get(part, part)) %}
  {% endfor %}
  {{ return(parts | join) }}
{% endmacro %}
