{#
  What a join selects: all columns of its left side `l`, and of its right side `r` the named ones, {column: new name}
  allowed, or all of them but `left_out`.
#}
{% macro _joined_sides(columns, left_out) %}
  {% set texts = ['l.*'] %}
  {% for item in tablestore._as_list(columns) %}
    {% for name, alias in (item if item is mapping else {item: item}).items() %}
      {% set renamed = '' if alias == name else ' as ' ~ tablestore._quote(alias) %}
      {% do texts.append('r.' ~ tablestore._quote(name) ~ renamed) %}
    {% endfor %}
  {% endfor %}
  {% if columns is none %}
    {% set hidden = [] %}
    {% for name in left_out %}
      {% do hidden.append(tablestore._quote(name)) %}
    {% endfor %}
    {% do texts.append('r.*' ~ (' except (' ~ hidden | join(', ') ~ ')' if hidden else '')) %}
  {% endif %}
  {{ return(texts | join(', ')) }}
{% endmacro %}

{# What a lookup carries of its right side: all of it, or the chosen columns with the row kind and the time. #}
{% macro _taken_columns(columns, kind, time) %}
  {% if columns is none %}
    {{ return(['*']) }}
  {% endif %}
  {% set names = [time] + ([tablestore._quote(kind)] if kind else []) %}
  {% for item in tablestore._as_list(columns) %}
    {% for name in (item if item is mapping else [item]) %}
      {% do names.append(tablestore._quote(name)) %}
    {% endfor %}
  {% endfor %}
  {{ return(names | unique | list) }}
{% endmacro %}
