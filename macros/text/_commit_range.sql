{# A range of commits in words: `commit 3`, `commits 3 to 5`. #}
{% macro _commit_range(first, last) %}
  {{ return(('commit ' ~ first) if first == last else ('commits ' ~ first ~ ' to ' ~ last)) }}
{% endmacro %}
