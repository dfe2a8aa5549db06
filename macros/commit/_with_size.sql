{#
  The plan with what follows from the size of the table: whether it is below 64 MB, and, if it is below 1 MB, the
  columns of a table that each commit rewrites. On a format with branches, each MERGE adds files to the table and reads
  those of all earlier ones: with few rows, it takes four times as long as writing all of them. That size is an estimate
  from the number of rows, which takes each text for a short one, so the files have to be below 1 MB, too.
#}
{% macro _with_size(plan, relation, commit) %}
  {% set size = tablestore._adapter_size(relation, plan.format) %}
  {% set plan = dict(plan, is_small=0 < size < 64 * 2 ** 20) %}
  {% if not 0 < size < 2 ** 20 or not commit.snapshot or plan.expiry or plan.missing_columns or plan.layout.partition_by
      or tablestore._merge_may_decide(plan, commit)
      or tablestore._adapter_summary(relation, commit.snapshot).get('total-files-size', 2 ** 20) | int >= 2 ** 20 %}
    {{ return(plan) }}
  {% endif %}
  {{ return(dict(plan, rewritten=tablestore._rewritten_columns(plan, relation))) }}
{% endmacro %}
