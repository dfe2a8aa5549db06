{#
  The command that builds a model anew, with or without the models that read it, as text for messages. dbt leaves out of
  a full refresh what has full_refresh=false, so that comes first.
#}
{% macro rebuild_command(name, with_readers=true) %}
  {% set node = tablestore._found_model(name).node %}
  {{ return(('remove full_refresh=false from the config of ' ~ name ~ ', and then '
      if node and node.config.get('full_refresh') is sameas false else '')
      ~ 'dbt run --full-refresh --select ' ~ name ~ ('+' if with_readers else '')) }}
{% endmacro %}
