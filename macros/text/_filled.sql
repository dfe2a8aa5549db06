{# A template with values in place of its words in braces. A value stays as it is, even if it contains such a word. #}
{% macro _filled(template, values) %}
  {% set parts = [] %}
  {% for part in modules.re.split('(\\{[a-z]+\\})', template) %}
    {% do parts.append(values.get(part, part)) %}
  {% endfor %}
  {{ return(parts | join) }}
{% endmacro %}
