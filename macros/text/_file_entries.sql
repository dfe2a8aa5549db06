{# A text of entries of files as a list, see `_split_entries`. #}
{% macro _file_entries(text) %}
  {% set entries, length = [], tablestore._file_entry_length() %}
  {% for begin in range(0, text | length, length) %}
    {% do entries.append(text[begin:begin + length]) %}
  {% endfor %}
  {{ return(entries) }}
{% endmacro %}
