{#
  Makes the temporary views of messages that a query reads, where the session of the model does not have them: dbt
  compiles an ephemeral model in a session of its own.
#}
{% macro _find_messages(views) %}
  {% do adapter.session().find_messages(views) %}
{% endmacro %}
