{# After which commit a reader without a position starts to read changes. #}
{% macro _scan_start(upstream, scan, commit, timestamp, subject) %}
  {% if scan == 'from-commit' %}
    {{ return(tablestore._scan_commit(upstream, commit, none, subject) - 1) }}
  {% elif scan == 'from-timestamp' %}
    {{ return([tablestore._commit_at(upstream, timestamp, strictly=true), upstream.until] | min) }}
  {% endif %}
  {{ return(upstream.until) }}
{% endmacro %}
