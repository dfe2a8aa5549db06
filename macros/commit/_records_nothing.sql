{#
  Whether a commit would change nothing: its batch has no rows, and the last commit has recorded the same about the table, its changelog,
  and what it has read. Such a run makes no commit. Where the changes of several commits are compacted together, it makes one, because
  commits are counted.
#}
{% macro _records_nothing(plan, commit, last) %}
  {% set log = plan.changelog %}
  {% if not plan.batch_is_empty or commit.rebuild or not commit.has_history or (log and (commit.starts_changelog or log.pending_table)) %}
    {{ return(false) }}
  {% endif %}
  {% set of_one_run = ['commit', 'serial', 'run', 'kept', 'counts', 'refreshes', 'compacted', 'compacted-at', 'committed-at', 'made-at', 'invocation-id']
      + (['changelog-start'] if not log else []) %}
  {% for name, value in commit.properties.items() if name[11:] not in of_one_run and value | string != last.properties.get(name) | string %}
    {{ return(false) }}
  {% endfor %}
  {{ return(true) }}
{% endmacro %}
