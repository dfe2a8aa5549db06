{#
  The plan with what follows from the size of the table: whether it is below 64 MB, and, if it is below 1 MB, the
  columns of a table that each commit rewrites. On a format with branches, each MERGE adds files to the table and reads
  those of all earlier ones: with few rows, it takes four times as long as writing all of them. The size of the rows is
  an estimate by their number, in which a text is short, so that of the files counts, too.
#}
{% macro _with_size(plan, relation, commit) %}
  {% set size, columns = tablestore._adapter_size(relation, plan.format), [] %}
  {% set plan = dict(plan, is_small=0 < size < 64 * 2 ** 20) %}
  {% if not 0 < size < 2 ** 20 or not plan.branch or plan.expiry or plan.missing_columns or plan.layout.partition_by
      or tablestore._merge_may_decide(plan, commit)
      or tablestore._adapter_summary(relation, commit.snapshot).get('total-files-size', 2 ** 20) | int >= 2 ** 20 %}
    {{ return(plan) }}
  {% endif %}
  {% set described = tablestore._describe_table(relation) %}
  {% for stored in described %}
    {% for column in plan.columns if [column.lower_name, tablestore._stored_type(plan.table_format, column.type)]
        == [stored.name | lower, stored.type] %}
      {% do columns.append(column) %}
    {% endfor %}
  {% endfor %}
  {% set has_others = [plan.columns | length, described | length] != [columns | length] * 2 %}
  {{ return(plan if has_others else dict(plan, rewritten=columns)) }}
{% endmacro %}
