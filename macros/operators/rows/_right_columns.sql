{#
  The columns that a join selects from its right side `r`, as a list: the `selected` ones, see `_join_columns`, or all
  except the `hidden` ones, which are given quoted.
#}
{% macro _right_columns(selected, hidden) %}
  {% if selected is none %}
    {{ return([tablestore._all_columns_except('r', hidden)]) }}
  {% endif %}
  {% set columns = [] %}
  {% for column in selected %}
    {% do columns.append(tablestore._selected_column(dict(column, side='r'))) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
