{#
  The counts of a commit whose MERGE has decided itself: those that its format has counted, and how many
  of the other keys were late in the version before.
#}
{% macro _counts_after(plan, commit, counts) %}
  {% set engine = tablestore._engine(plan) %}
  {% set done = tablestore._merge_counts(plan.format, counts, commit.metrics, ignores=engine.ignored is not none) %}
  {% set before = commit.snapshot if plan.branch else commit.version | int - 1 %}
  {% if done.rows_unchanged and engine.late and before is not none %}
    {% set late = tablestore._rows(tablestore.late_count_query(plan, before))[0].rows_ignored_late | int %}
    {% set done = dict(done, rows_unchanged=done.rows_unchanged - late, rows_ignored_late=late) %}
  {% endif %}
  {{ return(dict(done, **tablestore._reported_values(plan, done))) }}
{% endmacro %}
