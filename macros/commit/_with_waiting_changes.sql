{#
  The plan of a model that compacts more or less often than before, so that its changelog goes on. Changes that wait are
  compacted by the next commit, and only then does each commit write its own. A table for those that will wait is made
  with the columns of the changelog, and its `tablestore.log`, without which the changelog starts again.
#}
{% macro _with_waiting_changes(plan, last) %}
  {% set log = plan.changelog %}
  {% if last.producer == log.kind or not tablestore._continues_changelog(last, log.kind) %}
    {{ return(plan) }}
  {% elif last.producer.endswith(', apart') and last.compacted < last.number %}
    {{ return(dict(plan, changelog=tablestore._changelog_record(plan.side_tables, log.producer, true,
        dict(log, commits=1)))) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}
