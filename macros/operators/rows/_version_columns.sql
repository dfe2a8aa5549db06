{# The columns a version carries through the lookup: all of them, or the selected ones, the time and the row kind. #}
{% macro _version_columns(columns, kind, time) %}
  {% if columns is none %}
    {{ return(['*']) }}
  {% endif %}
  {% set names = [time] + ([tablestore._quote(kind)] if kind else []) %}
  {% for name in tablestore._renamed_columns(columns) %}
    {% do names.append(tablestore._quote(name)) %}
  {% endfor %}
  {{ return(names | unique | list) }}
{% endmacro %}
