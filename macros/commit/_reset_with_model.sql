{#
  Has the settings that statements set and reset be reset when the model ends, too. A setting must not outlive a statement that
  fails: a later one with it could be skipped.
#}
{% macro _reset_with_model(statements) %}
  {% for sql in statements if sql.startswith('reset ') and adapter.reset_with_model is defined %}
    {% do adapter.reset_with_model(sql) %}
  {% endfor %}
{% endmacro %}
