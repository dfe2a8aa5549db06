{# The last commit whose changes can be read: if they wait for a compaction, the one that compacted last. #}
{% macro _last_in_changelog(last) %}
  {{ return(last.compacted if last.producer.endswith(', apart') else last.number) }}
{% endmacro %}
