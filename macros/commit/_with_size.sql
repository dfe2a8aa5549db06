{#
  The plan with what follows from the size of the table: whether it is below 64 MB, and, if it is below 1 MB, the
  columns of a table that each commit rewrites. On a format with branches, each MERGE adds files to the table and reads
  those of all earlier ones: with few rows, it takes four times as long as to write all of them.
#}
{% macro _with_size(plan, relation) %}
  {% set size, columns = tablestore._adapter_size(relation, plan.format), [] %}
  {% set plan = dict(plan, is_small=0 < size < 64 * 2 ** 20) %}
  {% if not 0 < size < 2 ** 20 or not plan.branch or plan.expiry or plan.missing_columns
      or plan.layout.partition_by %}
    {{ return(plan) }}
  {% endif %}
  {% set described = tablestore._describe_table(relation) %}
  {% for stored in described %}
    {% for column in plan.columns if column.name | lower == stored.name | lower and column.type == stored.type %}
      {% do columns.append(column) %}
    {% endfor %}
  {% endfor %}
  {% set has_others = [plan.columns | length, described | length] != [columns | length] * 2 %}
  {{ return(plan if has_others else dict(plan, rewritten=columns)) }}
{% endmacro %}
