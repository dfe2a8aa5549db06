{# Refuses to rebuild a history of what was known when: what commits have replaced is nowhere else. #}
{% macro _assert_keeps_system_time(plan, last) %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' has system_time, and a full refresh would lose what "
      ~ last.number ~ ' commits have replaced; nothing was written', [
    'to leave the model out of --full-refresh, write full_refresh: false in its config',
    'to begin anew, drop its table: drop table ' ~ plan.table,
  ]) %}
{% endmacro %}
