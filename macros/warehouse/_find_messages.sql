{#
  Makes the temporary views of messages that a query reads in the session of the model: dbt compiles an ephemeral model
  in a session of its own.
#}
{% macro _find_messages(views) %}
  {% do adapter.session().find_messages(views) if views %}
{% endmacro %}
