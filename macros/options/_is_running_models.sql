{# Whether the command runs models, so that what it compiles is what Spark executes. #}
{% macro _is_running_models() %}
  {{ return(flags.WHICH in ['run', 'build']) }}
{% endmacro %}
