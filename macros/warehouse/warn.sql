{#
  A warning. The adapter completes the commands in it by the options of the command that runs, as it does in errors.
#}
{% macro warn(message) %}
  {% set credentials = adapter.config.credentials if adapter is defined else {} %}
  {% do exceptions.warn(credentials.completed(message) if credentials.completed is defined else message) %}
{% endmacro %}
