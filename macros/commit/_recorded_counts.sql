{# The counts that the record of a commit has: those of the history, or what is known before a MERGE that decides itself. #}
{% macro _recorded_counts(counts) %}
  {% set recorded = {} %}
  {% for name in tablestore._history_counts() + ['rows_folded'] if counts.get(name) is not none %}
    {% do recorded.update({name: counts[name] | int}) %}
  {% endfor %}
  {{ return(recorded) }}
{% endmacro %}
