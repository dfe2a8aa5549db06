{#
  The columns of the plan in the order in which the table has them now; none if the names or types of any differ, or if
  the table has others. An INSERT of all rows takes its values by position.
#}
{% macro _rewritten_columns(plan, relation) %}
  {% set described, columns = tablestore._describe_table(relation), [] %}
  {% for stored in described %}
    {% for column in plan.columns if [column.lower_name, tablestore._stored_type(plan.table_format, column.type)]
        == [stored.name | lower, stored.type] %}
      {% do columns.append(column) %}
    {% endfor %}
  {% endfor %}
  {% set has_others = [plan.columns | length, described | length] != [columns | length] * 2 %}
  {{ return([] if has_others else columns) }}
{% endmacro %}
