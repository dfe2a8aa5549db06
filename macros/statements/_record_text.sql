{# The record of a commit as text. #}
{% macro _record_text(commit) %}
  {{ return(tojson(commit.properties, sort_keys=true)) }}
{% endmacro %}
