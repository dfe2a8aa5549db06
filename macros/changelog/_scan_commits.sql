{# The commits [after, until] of 'incremental-between'. #}
{% macro _scan_commits(upstream, commits, timestamps, subject) %}
  {% set found = [] %}
  {% for i in [0, 1] %}
    {% do found.append(tablestore._scan_commit(upstream, commits[i] if commits else none, timestamps[i] if timestamps else none, subject)) %}
  {% endfor %}
  {% if found[0] > found[1] %}
    {% do tablestore._fail(subject, ["'" ~ (commits or timestamps) | join("' is after '") ~ "': write the earlier one first"]) %}
  {% endif %}
  {{ return(found) }}
{% endmacro %}
