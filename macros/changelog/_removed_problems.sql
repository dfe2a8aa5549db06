{# Why the versions of a history as of a commit are not known: without a change, some were removed later. #}
{% macro _removed_problems(upstream, commit) %}
  {{ return([] if commit >= upstream.removed else ['commit ' ~ upstream.removed ~ ' has removed old versions '
      ~ '(versions_retained), so the versions as of commit ' ~ commit ~ ' are not known any more: write commit='
      ~ upstream.removed ~ ' or a later one, or read its changes (scan=\'incremental-between\')']) }}
{% endmacro %}
