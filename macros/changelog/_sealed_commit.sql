{#
  The last commit of a keyed table, and the versions of the table and of its logs that have exactly the rows of this commit:
  {last, rows, logs: suffix -> text that follows FROM}. Without a claim of the next commit after the versions were read, and
  with the same last commit again after that, no commit was in the table but not sealed yet. Claims are looked up now,
  because dbt's cache does not have those that other processes have made since the run began.
#}
{% macro _sealed_commit(relation, subject, name, attempts=5) %}
  {% set last = tablestore._last_commit(relation, true) %}
  {% if not last.epoch %}
    {{ return({'last': last}) }}
  {% endif %}
  {% set rows, logs = tablestore._version_of(relation, last.properties), {} %}
  {% set suffixes = ['__changelog', '__uncompacted'] if last.producer.endswith(', apart') else ['__changelog'] %}
  {% for suffix in suffixes if last.producer != 'none' %}
    {% set log = tablestore._side_table(relation, suffix, last.side_schema) %}
    {% do logs.update({suffix: tablestore._version_of(log, tablestore._table_properties(log))}) %}
  {% endfor %}
  {% set claim = tablestore._claim_relation(relation, last) %}
  {% set unfinished = tablestore._unfinished_id(last, tablestore._table_properties(claim) if tablestore._exists_now(claim) else none) %}
  {% set now = tablestore._last_commit(relation, true) %}
  {% if (now.epoch, now.number) == (last.epoch, last.number) and not unfinished %}
    {{ return({'last': last, 'rows': rows, 'logs': logs}) }}
  {% elif (now.epoch, now.number) != (last.epoch, last.number) and attempts > 1 %}
    {{ return(tablestore._sealed_commit(relation, subject, name, attempts - 1)) }}
  {% endif %}
  {% do tablestore._fail(subject, ['it is in the middle of commit ' ~ (last.number + 1) ~ '. If no run of its model is under way, its last run was stopped,'
      ~ ' and the next one finishes the commit: dbt run --select ' ~ name]) %}
{% endmacro %}
