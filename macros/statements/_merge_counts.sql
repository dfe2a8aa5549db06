{#
  What a MERGE that decides has done, as the counts of a commit, from those of its folded batch and from what its format has counted. The
  keys of the batch that it has not changed are unchanged, or ignored; `_counts_after` finds those that are late.

    counts   {rows_folded, rows_in_batch, duration_ms}
    metrics  by the names of the format
    ignores  whether the engine ignores them
#}
{% macro _merge_counts(format, counts, metrics, ignores=false) %}
  {% set how, done, other = tablestore.formats()[format], {}, [counts.rows_folded | int] %}
  {# Spark appends the rows of a MERGE that only inserts #}
  {% set appends = how.append_metric and not how.merge_metrics.values() | select('in', metrics) | list %}
  {% for name, metric in how.merge_metrics.items() %}
    {% do done.update({name: (metrics[metric] if not appends else metrics.get(how.append_metric, 0) if name == 'rows_inserted' else 0) | int}) %}
    {% do other.append(other.pop() - done[name]) %}
  {% endfor %}
  {% do done.update({'rows_unchanged': 0 if ignores else other[0], 'rows_ignored_late': 0, 'rows_ignored': other[0] if ignores else 0}) %}
  {{ return(dict(done, rows_in_batch=counts.rows_in_batch | int, duration_ms=counts.duration_ms | int)) }}
{% endmacro %}
