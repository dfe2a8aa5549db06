{#
  What a join selects of its right side `r`: the named columns, {column: new name} allowed, or all of them
  but `left_out`.
#}
{% macro _right_columns(columns, left_out) %}
  {% set texts = [] %}
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
