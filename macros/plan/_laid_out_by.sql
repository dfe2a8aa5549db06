{# Columns, or transforms of them, with the names of columns in quotes. A name of a field in a column stays as it is. #}
{% macro _laid_out_by(entries, columns) %}
  {% set found, names = [], columns | map(attribute='lower_name') | list %}
  {% for entry in entries | select('string') %}
    {% set part = tablestore._partition_column(entry, names) %}
    {% set column = tablestore._columns_named(columns, [part.name | lower]) | first %}
    {% do found.append(part.begin ~ column.quoted ~ part.end if column else entry) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
