{#
  Has the settings that statements set and reset be reset when the model ends, too. A setting must not outlive a statement that
  fails: a later one with it could be skipped.
#}
{% macro _reset_with_model(statements) %}
  {% for sql in statements if sql.startswith('reset ') and adapter.session is defined %}
    {% do adapter.session().reset_at_end(sql) %}
  {% endfor %}
{% endmacro %}
