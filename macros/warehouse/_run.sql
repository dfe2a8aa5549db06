{# Runs statements one after the other. #}
{% macro _run(statements) %}
  {% for sql in statements %}
    {% call statement() %}{{ sql }}{% endcall %}
  {% endfor %}
{% endmacro %}
