{#
  Runs statements one after the other. With `resets`, what they reset is reset when the model ends, too, see
  `_adapter_reset`.

    releases  temporary views in memory, which the adapter drops when the model ends
#}
{% macro _run(statements, resets=false, releases=[]) %}
  {% do tablestore._adapter_reset(statements) if resets %}
  {% for view in releases %}
    {% do adapter.session().release_at_end(view) %}
  {% endfor %}
  {% for sql in statements %}
    {% call statement() %}{{ sql }}{% endcall %}
  {% endfor %}
{% endmacro %}
