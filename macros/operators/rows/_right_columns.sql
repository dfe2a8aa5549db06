{#
  The columns that a join selects from its right side `r`, as a list: those in the argument `columns`, or all except the
  `hidden` ones, which are given quoted.
#}
{% macro _right_columns(columns, hidden) %}
  {% if columns is none %}
    {{ return([tablestore._all_columns_except('r', hidden)]) }}
  {% endif %}
  {% set selected = [] %}
  {% for name, alias in tablestore._renamed_columns(columns).items() %}
    {% do selected.append('r.' ~ tablestore._quote(name) ~ ('' if alias == name else ' as ' ~ tablestore._quote(alias))) %}
  {% endfor %}
  {{ return(selected) }}
{% endmacro %}
