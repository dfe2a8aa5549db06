{# The contents of all annotations of one kind in a query, each once, in the order of the text. #}
{% macro _annotations(kind, sql) %}
  {% set found = [] %}
  {% for text in modules.re.findall('/\\* tablestore\\.' ~ kind ~ ' (\\{.*?\\}) \\*/', sql) | unique %}
    {% do found.append(fromjson(text)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
