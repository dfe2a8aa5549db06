{# Why the changes of a commit that is not published are gone; none if they are there. #}
{% macro _lost_changes(plan, commit, found) %}
  {% if not plan.changelog %}
    {{ return(none) }}
  {% endif %}
  {% if found.gone %}
    {{ return(found.gone[0] ~ ' is gone') }}
  {% endif %}
  {% set counts = fromjson(commit.properties['tablestore.counts']) %}
  {% set changes = counts.get('rows_inserted', 0) + counts.get('rows_updated', 0) + counts.get('rows_deleted', 0) %}
  {% for write in tablestore._log_writes(plan, commit) if not commit.starts_changelog %}
    {% set log = found.tables.get(write.table) %}
    {% if not log %}
      {{ return(write.table ~ ' is gone') }}
    {% elif log.log != commit.properties['tablestore.log'] %}
      {{ return('another run has replaced ' ~ write.table) }}
    {% elif plan.branch and changes and not log.has_branch and not log.has_rows %}
      {{ return('the branch ' ~ plan.branch ~ ' of ' ~ write.table ~ ' is gone') }}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}
