{# Fails if another run has sealed a commit, or rebuilt the table, since this run has read its last commit. #}
{% macro _assert_unchanged(relation, last) %}
  {% set now = tablestore._last_commit(relation, last.epoch is not none or tablestore._exists_now(relation)) %}
  {% if (now.epoch, now.number) != (last.epoch, last.number) %}
    {% do tablestore._fail_as_changed(relation, now) %}
  {% endif %}
{% endmacro %}
