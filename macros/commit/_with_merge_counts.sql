{# The record with the counts of a commit whose MERGE has decided itself; rows that were late count as unchanged. #}
{% macro _with_merge_counts(record, metrics) %}
  {% set counts = fromjson(record['tablestore.counts']) %}
  {% if 'rows_folded' not in counts %}
    {{ return(record) }}
  {% endif %}
  {% set done = tablestore._merge_counts(record['tablestore.format'], counts, metrics, ignores=tablestore._engine_keeps_first(record['tablestore.merge-engine'])) %}
  {{ return(dict(record, **{'tablestore.counts': tojson(done, sort_keys=true)})) }}
{% endmacro %}
