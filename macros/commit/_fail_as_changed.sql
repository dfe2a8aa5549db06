{# Fails because another run has written the table. #}
{% macro _fail_as_changed(relation, now) %}
  {% do tablestore.fail(relation | string, ['another run (' ~ tablestore._run_of(now.properties)
      ~ ') has written it since this run began; this run'
      ~ ' wrote nothing to it', 'run the model again']) %}
{% endmacro %}
