{#
  Runs statements one after the other. With `resets`, what they reset is reset when the model ends, too, see
  `_adapter_reset`.
#}
{% macro _run(statements, resets=false) %}
  {% do tablestore._adapter_reset(statements) if resets %}
  {% for sql in statements %}
    {% call statement() %}{{ sql }}{% endcall %}
  {% endfor %}
{% endmacro %}
