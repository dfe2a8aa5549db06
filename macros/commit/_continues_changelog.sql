{# Whether the changelog that a table has is of this kind, or of one that differs in how often it is compacted. #}
{% macro _continues_changelog(last, kind) %}
  {{ return(last.producer.split(',')[0] == kind.split(',')[0] and last.producer != 'none') }}
{% endmacro %}
