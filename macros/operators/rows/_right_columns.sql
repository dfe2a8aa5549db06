{#
  The columns that a join selects from its right side `r`, as a list: the `selected` ones, see `_join_columns`, or all
  of them. All of them, also as a selected `*`, are without the `hidden` ones, which are given quoted.
#}
{% macro _right_columns(selected, hidden) %}
  {% set columns, wanted = [], selected if selected is not none else [{'name': '*'}] %}
  {% for column in wanted %}
    {% do columns.append(tablestore._all_columns_except('r', hidden) if column.name == '*'
        else tablestore._selected_column(dict(column, side='r'))) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
