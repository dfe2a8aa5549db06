{# Names as a list of quoted names. #}
{% macro _quoted(names) %}
  {% set quoted = [] %}
  {% for name in tablestore._as_list(names) %}
    {% do quoted.append(tablestore._quote(name)) %}
  {% endfor %}
  {{ return(quoted) }}
{% endmacro %}
