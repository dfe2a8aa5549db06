{# SQL items separated by commas, on as many lines as keep each one short; the lines after the first are indented. #}
{% macro _wrapped(items, width=0) %}
  {% set line = items | join(', ') %}
  {% if line | length <= 120 and '\n' not in line %}
    {{ return(line) }}
  {% endif %}
  {% set lines, current = [], namespace(length=0) %}
  {% for item in items %}
    {% if lines and current.length + item | length <= 110 and '\n' not in item ~ lines[-1] %}
      {% do lines.append(lines.pop() ~ ', ' ~ item) %}
      {% set current.length = current.length + 2 + item | length %}
    {% else %}
      {% do lines.append(item) %}
      {% set current.length = item | length %}
    {% endif %}
  {% endfor %}
  {{ return(lines | join(',\n') | indent(width)) }}
{% endmacro %}
