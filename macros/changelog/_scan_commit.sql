{#
  The number of a commit that a scan names: by its number, by a tag, or by a time, which names the last commit at or before
  it. A time before the first commit names the state before that commit.
#}
{% macro _scan_commit(upstream, commit, timestamp, subject) %}
  {% if timestamp is not none %}
    {{ return(tablestore._commit_at(upstream, timestamp)) }}
  {% elif commit is not string %}
    {{ return(commit) }}
  {% endif %}
  {% set tags = upstream.tags %}
  {% if commit not in tags %}
    {% do tablestore._fail(subject, ["it has no tag '" ~ commit ~ "'" ~ tablestore._near_names(commit, tags.keys() | list)
        ~ "; to make one: dbt run-operation tag --args '{model: ..., tag: " ~ commit ~ "}'"]) %}
  {% elif tags[commit].epoch != upstream.epoch %}
    {% do tablestore._fail(subject, ["tag '" ~ commit ~ "' is older than the last rebuild of the table, which deleted its commit " ~ tags[commit].commit]) %}
  {% endif %}
  {{ return(tags[commit].commit) }}
{% endmacro %}
