{#
  Fails if another run has sealed a commit, or rebuilt the table, since this run has read its last commit. Returns the last commit
  as it is now.
#}
{% macro _assert_unchanged(relation, last) %}
  {% set now = tablestore._last_commit(relation, last.epoch is not none or tablestore._exists_now(relation)) %}
  {% if (now.epoch, now.number) != (last.epoch, last.number) %}
    {% do tablestore._fail(relation | string, ['another run (' ~ tablestore._run_of(now.properties) ~ ') has written it since this run began; this run'
        ~ ' wrote nothing to it', 'run the model again']) %}
  {% endif %}
  {{ return(now) }}
{% endmacro %}
