{#
  Runs statements of which some set a setting of the session, and others reset it. The setting must not outlive them: a later
  statement with it could be skipped.
#}
{% macro _run_with_settings(statements) %}
  {% for sql in statements if sql.startswith('reset ') and adapter.reset_with_model is defined %}
    {% do adapter.reset_with_model(sql) %}
  {% endfor %}
  {% do tablestore._run(statements) %}
{% endmacro %}
