{# What a lookup carries of its right side: all of it, or the columns the join selects with the row kind and the time. #}
{% macro _lookup_columns(columns, kind, time) %}
  {% if columns is none %}
    {{ return(['*']) }}
  {% endif %}
  {% set names = [time] + ([tablestore._quote(kind)] if kind else []) %}
  {% for name in tablestore._renamed_columns(columns) %}
    {% do names.append(tablestore._quote(name)) %}
  {% endfor %}
  {{ return(names | unique | list) }}
{% endmacro %}
